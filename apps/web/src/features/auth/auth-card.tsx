import type { ReactNode } from 'react'
import classes from './auth.module.css'

interface AuthCardProps {
  readonly title: string
  readonly subtitle: ReactNode
  readonly children: ReactNode
  /** The ways to the neighbouring pages. */
  readonly links?: ReactNode
}

/** The card of a page with a form: what it is for, the form, where else one might want to go. */
export function AuthCard({ title, subtitle, children, links }: AuthCardProps) {
  return (
    <section className={classes.card}>
      <header className={classes.heading}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.subtitle}>{subtitle}</p>
      </header>
      {children}
      {links && <div className={classes.links}>{links}</div>}
    </section>
  )
}
