import { nodeKindLabel } from '@plimsoll/catalog'
import {
  CONGESTION,
  LIFETIME_MS,
  OVERLOAD,
  RANDOM_RETRY_CHANCE,
  REQUEST_PROFILES,
  REQUEST_SIZE,
  TICK_MS,
} from '@plimsoll/live-engine'
import { REQUEST_TYPES } from '@plimsoll/simulation'
import { FigureTable } from '../elements/figure-table.tsx'
import { measure, percent } from '../elements/number-text.ts'
import { Section } from '../elements/section.tsx'
import classes from './request-way.module.css'

const STEPS = [
  {
    name: 'It is made',
    text: 'by a client, which draws its type, its size and its destination: any node, with equal chances, of the first kind within reach that answers such requests. What an edit has cut off during the run still counts as within reach, and is not found. Another client is never a destination, and no request passes through one.',
  },
  {
    name: 'It waits at a node',
    text: `until the next tick. If the node is above its overload threshold then, the request is turned away with a chance of ${percent(OVERLOAD.failureChance)}; this is asked once for each visit, and again for each time that it is done over. Otherwise its visit begins, and its next node is chosen.`,
  },
  {
    name: 'It is processed',
    text: `in steps of ${measure(TICK_MS, 'ms')} until the time that its connection and the node require has passed. In each tick it may fail by the node’s failure probability.`,
  },
  {
    name: 'The visit ends',
    text: `and is done over with a chance of ${percent(RANDOM_RETRY_CHANCE)}, which counts as a retry. At its destination the request is completed. A Read is also completed at a cache on its way, with the chance of the hit rate.`,
  },
  {
    name: 'It goes on',
    text: `over the connection to the next node. Above ${percent(CONGESTION.above)} utilization the connection loses ${percent(CONGESTION.failureChance)} of its requests and takes ${measure(CONGESTION.addedMs, 'ms')} more from the others; every connection also fails by its own failure probability. Where no way leads on, the request fails, or stays for a retry if its client retries on error.`,
  },
  {
    name: 'It ends at the latest',
    text: `when it is older than ${measure(LIFETIME_MS / 1000, 's')}, or has more retries than its client allows. What failed is not sent again.`,
  },
]

/** What happens to a request, in order. */
export function RequestWay() {
  return (
    <Section id="way" title="How a request goes its way">
      <ol className={classes.steps}>
        {STEPS.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ol>
      <FigureTable
        caption={`Types of requests. Sizes vary by a fifth; the size of a single request changes no time.`}
        heads={['Type', 'Share', 'Mean size', 'Goes to the first within reach']}
        rows={REQUEST_TYPES.map((type) => {
          const { share, sizeFactor, answeredBy } = REQUEST_PROFILES[type]
          return [
            type,
            percent(share),
            measure(REQUEST_SIZE.baseKB * sizeFactor, 'KB'),
            answeredBy.map(nodeKindLabel).join(', '),
          ]
        })}
      />
      <p>
        The event engine, by which <code>npx plimsoll simulate</code> works in the terminal, does this otherwise: there
        a request follows the drawn connections until no further one leads on, and its answer comes back.
      </p>
      <p>
        An edit of the diagram counts from the next tick on, while the simulation runs. A visit under way keeps the time
        that it set out with, and a request its destination.
      </p>
    </Section>
  )
}
