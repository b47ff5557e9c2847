import { paths } from '../../shared/config/paths.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import type { NoFlow } from './open-flow-of-address.ts'
import classes from './without-flow.module.css'

const TEXTS: Readonly<Record<NoFlow, string>> = {
  missing: 'This flow does not exist, or is not shared with you',
  failed: 'This flow could not be loaded',
  unreadable: 'This flow cannot be read',
}

interface WithoutFlowProps {
  readonly reason: NoFlow
  readonly onTryAgain: () => void
}

/** Stands at the address of a flow that cannot be shown. */
export function WithoutFlow({ reason, onTryAgain }: WithoutFlowProps) {
  return (
    <section className={classes.root}>
      <title>Flow not shown · Plimsoll</title>
      <h1 className={classes.title}>{TEXTS[reason]}</h1>
      <p className={classes.actions}>
        {reason === 'failed' && <LinkButton onClick={onTryAgain}>Try again</LinkButton>}
        <LinkButton to={paths.library} look={reason === 'failed' ? 'outline' : 'filled'}>
          Go to Library
        </LinkButton>
      </p>
    </section>
  )
}
