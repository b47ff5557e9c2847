import { CONGESTION, LIFETIME_MS, OVERLOAD, RANDOM_RETRY_CHANCE, SCORE, TICK_MS } from '@plimsoll/live-engine'
import { RATE_SAMPLES } from '@plimsoll/simulation'
import type { ReactNode } from 'react'
import { CeilingChart } from '../elements/ceiling-chart.tsx'
import { FigureTable } from '../elements/figure-table.tsx'
import measured from '../elements/measured.json' with { type: 'json' }
import { inWords, measure, percent } from '../elements/number-text.ts'
import { Section } from '../elements/section.tsx'
import classes from './limits.module.css'

const { ceiling, queueing, grid, retries, arrivals, routing, wavering, successFloor, sizes } = measured
const passes = 1 - OVERLOAD.failureChance
/** A way of three visits of which none is done over. */
const withoutRetry = (1 - RANDOM_RETRY_CHANCE) ** 3
const onePerSecond = routing.find(({ by, perSecond }) => by === 'score' && perSecond === 1)
const [steady, random] = wavering

interface Limit {
  readonly title: string
  readonly text: ReactNode
  readonly figures?: ReactNode
}

const LIMITS: readonly Limit[] = [
  {
    title: 'Nothing waits in a queue',
    text: (
      <>
        Response time does not grow with load, but for {measure(CONGESTION.addedMs, 'ms')} on a crowded connection. In a
        real system work waits for work: with random arrivals at one server it takes twice as long at 50 % utilization,
        and ten times as long at 90 %.
      </>
    ),
    figures: (
      <FigureTable
        caption="A default server at three loads"
        heads={['Utilization', 'Live engine, mean response', 'In a queue, against at rest']}
        rows={queueing.map(({ utilization, responseMs, queueFactor }) => [
          measure(utilization, '%'),
          measure(responseMs, 'ms'),
          `× ${inWords(queueFactor)}`,
        ])}
      />
    ),
  },
  {
    title: 'Nothing stops at a ceiling',
    text: (
      <>
        The cores of a default server allow {inWords(ceiling.coresAllow)} requests per second. The engine has no such
        ceiling: above its threshold a node turns away {percent(OVERLOAD.failureChance)} of what arrives, and the rest
        passes, however much that is, as quickly as ever. What it calls utilization is the part of the allowed
        concurrent requests that is taken, not how busy the cores are.
      </>
    ),
    figures: (
      <div className={classes.pair}>
        <CeilingChart {...ceiling} />
        <FigureTable
          caption="Default server before a default database, wide connections"
          heads={['Offered per second', 'Completed per second', 'Mean response']}
          rows={ceiling.steps.map(({ offered, completed, responseMs }) => [
            inWords(offered),
            inWords(completed),
            measure(responseMs, 'ms'),
          ])}
        />
      </div>
    ),
  },
  {
    title: `Time has a grid of ${measure(TICK_MS, 'ms')}`,
    text: (
      <>
        A visit takes whole ticks. Client, server (50 ms) and database (5 ms) with connections of 100 ms take{' '}
        {measure(grid.exactMs, 'ms')} in sum; the engine says {measure(grid.engineMs, 'ms')}. Behind a connection of 100
        ms a cache of {measure(grid.fastCacheMs, 'ms')} is as slow as one of {measure(grid.slowCacheMs, 'ms')}:{' '}
        {inWords(grid.withFastCacheMs)} and {measure(grid.withSlowCacheMs, 'ms')} on the same way.
      </>
    ),
  },
  {
    title: 'Retries come without a cause, and cost nothing',
    text: (
      <>
        Every visit is done over with a chance of {percent(RANDOM_RETRY_CHANCE)}, whatever its load. On a way of three
        nodes {measure(retries.share, '%')} of {inWords(retries.requests)} requests showed a retry although nothing
        failed (by chance {percent(Math.round((1 - withoutRetry) * 1000) / 1000)}). A retry stays where it is and sends
        nothing new, so no retry storm can build up.
      </>
    ),
  },
  {
    title: 'Failures are separate tosses of a coin',
    text: 'Each request meets its own luck in each tick. Real failures come together: they take a whole node or zone, last minutes, and pull others down. To see what a lost part does, delete it while the simulation runs.',
  },
  {
    title: 'Arrivals do not come as people do',
    text: 'Steady is exactly the same in every tick. Random moves the whole rate up and down, so its spread grows with the rate; independent visitors spread with the square root of theirs.',
    figures: (
      <FigureTable
        caption="Requests made in a tick"
        heads={['Pattern', 'Mean', 'Standard deviation', 'Of independent visitors']}
        rows={arrivals.map(({ pattern, perTick, sd, independentSd }) => [
          pattern,
          inWords(perTick),
          inWords(sd),
          inWords(independentSd),
        ])}
      />
    ),
  },
  {
    title: `Only the best ${SCORE.candidates} ways are taken`,
    text: (
      <>
        Where scores decide, a fourth equal target is left out until the others are loaded: at one request per second
        the last of four equal servers got {measure(onePerSecond?.d ?? 0, '%')}. A load balancer with Round Robin takes
        them in turn.
      </>
    ),
    figures: (
      <FigureTable
        caption="Percent of the requests that each of four equal servers gets"
        heads={['Chosen by', 'Per second', 'a', 'b', 'c', 'd']}
        rows={routing.map(({ by, perSecond, a, b, c, d }) => [by, perSecond, a, b, c, d])}
      />
    ),
  },
  {
    title: 'Requests per second waver',
    text: (
      <>
        They are taken from the last {RATE_SAMPLES} ticks, {measure(((RATE_SAMPLES - 1) * TICK_MS) / 1000, 's')}. At a
        steady 100 requests per second the figure has a relative standard deviation of{' '}
        {measure(steady?.percent ?? 0, '%')}, with the Random pattern of {measure(random?.percent ?? 0, '%')}. Look at
        it for some seconds before you compare.
      </>
    ),
  },
  {
    title: 'There is no way back',
    text: (
      <>
        A request is completed where it is answered. The answer takes no time and no bandwidth, though by default it is{' '}
        {measure(sizes.responseKB, 'KB')} and the request {measure(sizes.requestKB, 'KB')}; connections are not set up;
        and nothing gives up before {measure(LIFETIME_MS / 1000, 's')}, whatever its timeout says.
      </>
    ),
  },
  {
    title: 'Success does not fall below a floor',
    text: (
      <>
        A full node lets {percent(passes)} of what arrives pass, at ten times its load and at a thousand times. So
        success tends to {inWords(passes)}
        <sup>k</sup> with k full nodes in a row, less the visits that are done over and checked again. A real system
        would come near 0.
      </>
    ),
    figures: (
      <FigureTable
        caption="Nodes in a row at far more than they take"
        heads={['Full nodes', 'Success', 'By chance alone']}
        rows={successFloor.map(({ hops, success, ofChance }) => [hops, measure(success, '%'), measure(ofChance, '%')])}
      />
    ),
  },
]

export function Limits() {
  return (
    <Section id="limits" title="What it cannot tell">
      <p>Ten things to know before you believe a figure. What is said of the engine in figures was measured on it.</p>
      <ol className={classes.list}>
        {LIMITS.map(({ title, text, figures }) => (
          <li key={title} className={classes.item}>
            <h3>{title}</h3>
            <p>{text}</p>
            {figures && <div className={classes.figures}>{figures}</div>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
