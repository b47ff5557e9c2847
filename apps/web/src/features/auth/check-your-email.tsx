import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { siteConfigQuery } from '../../shared/api/auth.ts'
import { Link } from '../../shared/navigation/link.tsx'
import classes from './auth.module.css'
import { useHasMail } from './use-has-mail.ts'

const FOR_A_LINK = 'for a link to set your password'

interface CheckYourEmailProps {
  readonly sent?: ReactNode
  /** What to ask for where no mail is sent. */
  readonly ask?: string
}

/** What was sent, and where it is to be found: in this machine's own outbox where no mail is sent. Elsewhere without a mail server nothing was. */
export function CheckYourEmail({ sent, ask = FOR_A_LINK }: CheckYourEmailProps) {
  const { data: site } = useQuery(siteConfigQuery)
  const hasMail = useHasMail()
  if (!hasMail) return <p className={classes.text}>This server sends no mail. Ask its administrator {ask}.</p>
  return (
    <>
      {sent && <p className={classes.text}>{sent}</p>}
      <p className={classes.note}>
        {site?.outbox ? (
          <>
            No mail server is set here, so the mail stays on this machine. <Link to={site.outbox}>Open the outbox</Link>
          </>
        ) : (
          'Nothing there after a minute? Look among the spam.'
        )}
      </p>
    </>
  )
}
