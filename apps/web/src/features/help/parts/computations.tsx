import {
  BREAKER_TRUST,
  CONGESTION,
  IMPACT_CAP,
  KB_OVER_MBPS_MS,
  KEPT,
  LIMITS,
  NODE_TIME,
  OVERLOAD,
  SCORE,
  TICK_MS,
} from '@plimsoll/live-engine'
import { BOTTLENECKS_SHOWN, RATE_SAMPLES, TRAFFIC } from '@plimsoll/simulation'
import { inWords, measure, percent } from '../elements/number-text.ts'
import { Facts, Formulas, Section } from '../elements/section.tsx'

const { Simple, Moderate, Complex } = NODE_TIME.byComplexity
const { bursty, periodic, random } = TRAFFIC
const seconds = (ms: number) => measure(ms / 1000, 's')

/** The formulas behind the figures, with the constants that the engine runs on. */
export function Computations() {
  return (
    <Section id="computations" title="How the figures come about">
      <h3>Utilization</h3>
      <p>
        Set anew in every tick from the requests that are there. A request counts at its node, and at the connection
        that it came by, until its visit ends, each with the time that the request spends there.
      </p>
      <Formulas
        lines={[
          'utilization = min(1, sum of the shares of the requests)',
          `share at a node = min(${IMPACT_CAP.node}, node time / (time of the visit in whole ticks × capacity))`,
          `share on a connection = min(${IMPACT_CAP.edge}, 1 / (time of the visit in whole ticks × throughput))`,
        ]}
      />
      <Facts
        facts={[
          ['Server', 'capacity = instances × concurrent requests'],
          ['Database, load balancer', 'capacity = connections'],
          ['Cache', 'capacity = throughput × latency'],
          ['Client', 'has no load'],
        ].map(([name = '', text]) => ({ key: name, name, text }))}
      />

      <h3>Overload threshold</h3>
      <p>
        {OVERLOAD.threshold.toFixed(2)}, for a database {OVERLOAD.databaseThreshold.toFixed(2)}. Auto-scaling adds{' '}
        {OVERLOAD.whenScaling}, high availability of a load balancer {OVERLOAD.whenHighlyAvailable}, replication of a
        database {OVERLOAD.whenReplicated}; a single-threaded server has {-OVERLOAD.whenSingleThreaded} less. It stays
        within {OVERLOAD.lowest} and {OVERLOAD.highest}. That is all that auto-scaling does here: no instance is added.
      </p>

      <h3>Time</h3>
      <Formulas
        lines={[
          'time of a visit = connection + node',
          `connection = latency + request size in KB × ${KB_OVER_MBPS_MS} / bandwidth in Mbps, one way`,
        ]}
      />
      <Facts
        facts={[
          ['Server', `processing time × ${NODE_TIME.referenceCpuSpeed} / CPU speed in GHz`],
          [
            'Database',
            `latency × ${Simple}, ${Moderate} or ${Complex} by query complexity, and × ${NODE_TIME.databaseFromClient} for a request straight from a client`,
          ],
          ['Load balancer', 'processing latency'],
          ['Cache', 'latency'],
          ['Client', measure(NODE_TIME.clientMs, 'ms')],
        ].map(([name = '', text]) => ({ key: name, name, text }))}
      />

      <h3>Choice of the way</h3>
      <p>
        Only connections that lead to the destination, in one or more hops, are ways. Each gets a score; one of the best{' '}
        {SCORE.candidates} is drawn, by the parts of their scores. At a load balancer its algorithm decides instead.
      </p>
      <Formulas
        lines={[
          `score = ${SCORE.nodeSpare} × (1 − node utilization) + ${SCORE.edgeSpare} × (1 − connection utilization) + ${SCORE.latency} / (1 + latency in ms / ${SCORE.latencyUnitMs}) + ${SCORE.nearness} / (1 + remaining hops)`,
          `at least ${SCORE.lowest}`,
        ]}
      />
      <Facts
        facts={[
          ['Round Robin', 'the ways in turn'],
          ['Least Connections', 'the way with the fewest requests sent over it and not done'],
          ['IP Hash', 'one way for each user; the requests of a client are its users’ in turn'],
          ['Weighted', 'by the capacities of the targets'],
          ['URL Path', 'one way for each type of request'],
          [
            'Circuit breaker',
            `while enabled: Open is no way, Half-Open counts ${BREAKER_TRUST['Half-Open']} of its score or weight`,
          ],
        ].map(([name = '', text]) => ({ key: name, name, text }))}
      />

      <h3>Arrivals</h3>
      <Formulas
        lines={[`requests in a tick = users × ${TICK_MS} ms / think time × pattern`, 'fractions are carried on']}
      />
      <Facts
        facts={[
          ['Steady', '1'],
          [
            'Bursty',
            `the burst factor in the first ${seconds(bursty.lastingMs)} of every ${seconds(bursty.everyMs)}, else 1`,
          ],
          ['Periodic', `1 + ${periodic.amplitude} × sin(2π × time / period)`],
          ['Random', `drawn anew in each tick, evenly from ${random.from} to ${random.to}`],
        ].map(([name = '', text]) => ({ key: name, name, text }))}
      />
      <p>
        The think time counts as {measure(TRAFFIC.shortestThinkTimeMs, 'ms')} at least. At most{' '}
        {inWords(LIMITS.liveRequests)} requests are followed at a time; beyond that one stands for several and counts as
        that many everywhere.
      </p>

      <h3>Failures and retries</h3>
      <Formulas lines={['chance of a random failure in a tick = 1 − (1 − failure probability per second)^0.1']} />
      <p>
        Overload and congestion are chances too: {percent(OVERLOAD.failureChance)} at a node above its threshold,{' '}
        {percent(CONGESTION.failureChance)} on a connection above {percent(CONGESTION.above)}.
      </p>

      <h3>The panel’s figures</h3>
      <Facts
        facts={[
          ['Requests per second', `completed requests over the last ${RATE_SAMPLES} ticks; 0 before there are two`],
          ['Success and error rate', 'of all that has ended, in percent with two decimals; 0 before anything has'],
          [
            'Average response time and request size',
            `means over the last ${inWords(KEPT.completed)} completed requests, from made to completed`,
          ],
          ['Bottlenecks', `nodes and connections above 50 %, the deepest ${BOTTLENECKS_SHOWN}`],
          ['Error analysis', `shares of the last ${inWords(KEPT.failed)} failed requests`],
        ].map(([name = '', text]) => ({ key: name, name, text }))}
      />
    </Section>
  )
}
