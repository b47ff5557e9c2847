import type { OutboxMail } from '@plimsoll/contract'
import { ChevronRight, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Moment } from '../../shared/time/moment.tsx'
import { linkParts } from './link-parts.ts'
import classes from './outbox.module.css'

/** One mail: who it is for and what about, and unfolded its text with links that work. */
export function MailEntry({ mail, isNewest }: { mail: OutboxMail; isNewest: boolean }) {
  // A newer mail that arrives does not fold up the one that is being read.
  const [isOpenAtFirst] = useState(isNewest)
  return (
    <article aria-label={mail.subject}>
      <details className={classes.mail} open={isOpenAtFirst}>
        <summary className={classes.summary}>
          <ChevronRight size={16} className={classes.chevron} aria-hidden="true" />
          <span className={classes.subject}>{mail.subject}</span>
          <span className={classes.to}>to {mail.to}</span>
          <span className={classes.time}>
            <Moment at={mail.sentAt} />
          </span>
        </summary>
        <p className={classes.text}>
          {linkParts(mail.text).map(({ text, href }, index) => {
            const key = `${index}`
            return href ? (
              <a key={key} href={href} rel="noreferrer">
                {text}
              </a>
            ) : (
              <span key={key}>{text}</span>
            )
          })}
        </p>
        <p className={classes.foot}>
          <a href={mail.page} target="_blank" rel="noopener noreferrer">
            Open as HTML <ExternalLink size={13} aria-hidden="true" />
            <span className="visually-hidden"> in a new tab</span>
          </a>
        </p>
      </details>
    </article>
  )
}
