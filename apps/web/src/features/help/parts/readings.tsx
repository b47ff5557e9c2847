import { READINGS } from '../elements/readings.ts'
import { Section } from '../elements/section.tsx'
import classes from './readings.module.css'

/** What could have been built otherwise, and was built so. */
export function Readings() {
  return (
    <Section id="readings" title="Readings taken">
      <p>
        The specification of the engine leaves some things open. Each could have been taken otherwise; the figures would
        then be others.
      </p>
      <dl className={classes.list}>
        {READINGS.map(({ open, taken, insteadOf }) => (
          <div key={open} className={classes.reading}>
            <dt>{open}</dt>
            <dd>{taken}</dd>
            <dd className={classes.other}>
              <span>Instead of: </span>
              {insteadOf}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
