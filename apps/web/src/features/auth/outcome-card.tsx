import { CircleAlert, CircleCheck, type LucideIcon, MailCheck, MailWarning } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './auth.module.css'

const marks = {
  sent: { Icon: MailCheck, tone: 'accent' },
  unverified: { Icon: MailWarning, tone: 'warn' },
  done: { Icon: CircleCheck, tone: 'good' },
  asked: { Icon: CircleAlert, tone: 'warn' },
  failed: { Icon: CircleAlert, tone: 'bad' },
} as const satisfies Record<string, { Icon: LucideIcon; tone: string }>

/** The head of a card that leads to the administrator. */
export const ASK = { mark: 'asked', title: 'Ask Your Administrator' } as const

export interface OutcomeCardProps {
  readonly mark: keyof typeof marks
  readonly title: string
  readonly children: ReactNode
}

/** What came of it, in place of the form; its heading takes the focus that the form had. */
export function OutcomeCard({ mark, title, children }: OutcomeCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { Icon, tone } = marks[mark]
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={classes.card}>
      <header className={classes.heading}>
        <span className={classes.mark} data-tone={tone} aria-hidden="true">
          <Icon size={20} />
        </span>
        <h1 ref={heading} className={classes.outcome} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {children}
    </section>
  )
}
