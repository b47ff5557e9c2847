import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One of the parts that the contents lead to. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.root} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Formulas as one would write them down, one a line. */
export function Formulas({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.formulas}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** What has a name, and what is to be said of it, in two columns. */
export function Facts({
  facts,
}: {
  facts: readonly { readonly name: ReactNode; readonly text: ReactNode; readonly key: string }[]
}) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ key, name, text }) => (
        <div key={key} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
