import { TICK_MS } from '@plimsoll/live-engine'
import { measure } from '../elements/number-text.ts'
import { Section } from '../elements/section.tsx'
import classes from './in-short.module.css'

const SHOWS = [
  'which way requests take, and how they spread over several ways',
  'which part fills up first, and which setting gives it more room',
  'what fails, where and why, when a part or a connection is taken away',
  'what changes from one design to the next, as the same seed gives the same run',
]

const HIDES = [
  'how slow answers become under load: nothing waits in a queue',
  'the most that a real system would carry: nothing stops at a ceiling',
  'percentiles, outages, retry storms, the way back, and cost',
  'anything finer than a tick, or that depends on single bytes',
]

export function InShort() {
  return (
    <Section id="in-short" title="In short">
      <p>
        The live engine moves every request through your diagram in ticks of {measure(TICK_MS, 'ms')} of simulated time,
        draws its luck from one seeded source, and counts. It is quick and easy to follow. It is not a model of how
        computers behave at their limits, and its figures are no forecast.
      </p>
      <div className={classes.cards}>
        <Card title="Read from it" look="good" lines={SHOWS} />
        <Card title="Do not read from it" look="bad" lines={HIDES} />
      </div>
      <p>
        Every figure on this page was measured on the engine that runs in the panel, or is a constant of it. Properties
        that are marked for the event engine alone change nothing here.
      </p>
    </Section>
  )
}

function Card({ title, look, lines }: { title: string; look: 'good' | 'bad'; lines: readonly string[] }) {
  return (
    <div className={classes.card} data-look={look}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
