import { zipfShares } from '../../src/rules/hit-rate.ts'
import type { Expectation } from './expectation.ts'
import { balancer, cache, client, type Drawn, database, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

/** A client calls a server, ten times a second: requests arrive 7 ms after each multiple of 100 ms. */
const faulty = (faults: unknown, target: Data = {}, simulation: Data = {}): Drawn => ({
  nodes: [client('c'), server('s', target)],
  edges: [edge('c', 's')],
  simulation: { faults, ...simulation },
})

/** One request, which arrives at 10,007 ms. */
const single = (faults: unknown, target: Data): Drawn => ({
  nodes: [client('c', { concurrentUsers: 1, thinkTimeBetweenRequests: 10_000 }), server('s', target)],
  edges: [edge('c', 's')],
  simulation: { faults, durationS: 19 },
})

const meanMs = ({ meanMs: mean }: Ran) => mean
const LONG = { averageProcessingTime: 2000 }
const resume = (fromS: number, forS: number) => ({ node: 's', fromS, forS, inFlight: 'resume' })

const interrupted = (
  does: string,
  faults: unknown,
  outageMs: number,
  because: string,
  target: Data = LONG,
): Expectation => ({
  rule: '[SIM-207]',
  control: 'outage',
  does,
  flow: single(faults, target),
  figure: meanMs,
  expected: 5 + 2 + 2000 + 2 + outageMs,
  within: 0.3,
  from: 'by hand',
  because,
})

const outages: readonly Expectation[] = [
  interrupted(
    'shorter than a service is made up for at its end',
    resume(10.5, 0.5),
    500,
    'it lasts 500 ms of the service',
  ),
  interrupted(
    'each of two within a service is made up for',
    [resume(10.5, 0.5), resume(11.5, 0.25)],
    750,
    'they last 500 + 250 ms',
  ),
  interrupted(
    'while a service makes up for another one counts, too',
    [resume(10.5, 1), resume(12.2, 0.3)],
    1300,
    'the service would end at 13,007 ms, after the second one began',
  ),
  interrupted(
    'longer than what is left of a service suspends it',
    resume(10.5, 3),
    3000,
    'the service would have ended at 12,007 ms; at 13,500 ms it has 1,507 ms left',
  ),
  interrupted('before a service is not made up for', resume(5, 1), 0, 'it was over when the request arrived'),
  interrupted(
    'lets those that arrive wait for its end',
    resume(9, 2),
    993,
    'the request arrives at 10,007 ms, the outage ends at 11,000 ms',
  ),
  interrupted('is made up for where cores are shared', resume(10.5, 0.5), 500, 'no work is done for 500 ms', {
    ...LONG,
    concurrencyModel: 'Event-Loop',
  }),
  {
    rule: '[SIM-207]',
    control: 'outage',
    does: 'fails what arrives while it lasts',
    flow: faulty({ node: 's', fromS: 30, forS: 20 }),
    figure: ({ requests }) => requests.reasons['Node down'] ?? 0,
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'requests arrive at 30,007 ms … 49,907 ms',
  },
  {
    rule: '[SIM-207]',
    control: 'outage',
    does: 'fails what is in service and in the queue',
    flow: faulty({ node: 's', fromS: 30, forS: 1 }, { ...LONG, cpuCores: 1, concurrencyModel: 'Single-Threaded' }),
    figure: ({ requests }) => requests.reasons['Node down'] ?? 0,
    expected: 285 + 10,
    within: 0,
    from: 'by hand',
    because: '299 have arrived by 30 s and 14 are done, one every 2 s from 107 ms on; 10 more arrive in the outage',
  },
  {
    rule: '[SIM-207]',
    control: 'outage',
    does: 'takes its share of the availability',
    flow: faulty({ node: 's', fromS: 30, forS: 20 }),
    figure: ({ node }) => node('s').availability,
    expected: 0.8,
    within: 1e-9,
    from: 'by hand',
    because: '20 of 100 s',
  },
  {
    rule: '[SIM-599]',
    control: 'outage',
    does: 'ends after the check interval and a restart',
    flow: faulty(
      { node: 's', fromS: 30, forS: 60 },
      { healthCheckEnabled: true, healthCheckInterval: 5, restartPolicy: 'Always' },
    ),
    figure: ({ node }) => node('s').availability,
    expected: 0.85,
    within: 1e-9,
    from: 'by hand',
    because: '5 + 10 of 100 s',
  },
  {
    rule: '[SIM-600]',
    control: 'outage',
    does: 'lasts to the end with the restart policy Never',
    flow: faulty({ node: 's', fromS: 30, forS: 10 }, { healthCheckEnabled: true, restartPolicy: 'Never' }),
    figure: ({ node }) => node('s').availability,
    expected: 0.3,
    within: 1e-9,
    from: 'by hand',
    because: '70 of 100 s',
  },
  {
    rule: '[SIM-351]',
    control: 'breakdowns',
    does: 'leave the availability MTBF / (MTBF + MTTR)',
    flow: faulty({ node: 's', upS: 90, downS: 10 }, {}, { durationS: 1e6, load: { atS: 0, rps: 0.01 } }),
    figure: ({ node }) => node('s').availability,
    expected: 0.9,
    within: 0.0052,
    from: 'theory',
    because: '90 of 100 s in the mean; 10,000 cycles, standard error 0.0013',
  },
  {
    rule: '[SIM-251]',
    control: 'failure probability as a rate',
    does: 'breaks a server down once in its reciprocal',
    flow: faulty(
      [],
      { failureProbability: 0.1, restartPolicy: 'Always' },
      { durationS: 1e5, failurePer: 'mtbf', load: { atS: 0, rps: 0.01 } },
    ),
    figure: ({ node }) => node('s').availability,
    expected: 0.5,
    within: 0.02,
    from: 'theory',
    because: 'up for 10 s in the mean, down for a restart of 10 s; 5,000 cycles, standard error 0.0035',
  },
  {
    rule: '[SIM-251]',
    control: 'failure probability',
    does: 'fails that share of the requests',
    flow: faulty([], { failureProbability: 0.3 }, { durationS: 1000 }),
    figure: ({ requests }) => (requests.reasons['Random node failure'] ?? 0) / requests.arrived,
    expected: 0.3,
    within: 0.0184,
    from: 'theory',
    because: 'n = 10,000, standard error 0.0046',
  },
]

const standby = (data: Data, downS: number, because: string): Expectation => ({
  rule: '[SIM-601]',
  control: 'failover of a load balancer',
  does: JSON.stringify(data),
  flow: {
    nodes: [client('c'), balancer('b', data), server('s')],
    edges: [edge('c', 'b'), edge('b', 's')],
    simulation: { faults: { node: 'b', fromS: 20, forS: 60 } },
  },
  figure: ({ node }) => node('b').availability,
  expected: 1 - downS / 100,
  within: 1e-9,
  from: 'by hand',
  because,
})

const failovers: readonly Expectation[] = [
  standby({ highAvailability: false }, 60, 'nobody takes over'),
  standby({ highAvailability: true, failoverStrategy: 'Active-Passive' }, 30, 'the passive one takes over after 30 s'),
  standby({ highAvailability: true, failoverStrategy: 'N+1' }, 5, 'the spare one takes over after 5 s'),
  standby({ highAvailability: true, failoverStrategy: 'Active-Active' }, 0, 'the others are active already'),
]

/** A client reads ten times a second through a cache; a server answers the misses. */
const chilled = (data: Data, simulation: Data, target: Data = {}): Drawn => ({
  nodes: [client('c'), cache('k', data), server('s', target)],
  edges: [edge('c', 'k'), edge('k', 's')],
  simulation,
})
const EMPTIED = { node: 'k', kind: 'cold', fromS: 20, forS: 0.001 }

/** The most popular items of 1 KB, of all requests that come to it. */
const roomFor = (id: string, items: number) =>
  cache(id, { cacheSizeValue: items / 1024, cacheSizeUnit: 'MB', averageItemSize: 1, evictionPolicy: 'LFU', ttl: 1e9 })

/** How many of 1,000 items of Zipf popularity are asked for in so many requests. */
const distinctItems = (requests: number) =>
  zipfShares(1000, 1).reduce((sum, share) => sum + 1 - (1 - share) ** requests, 0)

/** It goes on for 2 s, from when half of a service is done. */
const SLOW = { node: 's', kind: 'slow', fromS: 11.007, forS: 2, factor: 4 }

const FIVE_TIMES = { node: 's', kind: 'slow', fromS: 20, forS: 20, factor: 5 }

/** A service of 2 s begins at 10,007 ms. */
const slowed = (does: string, faults: unknown, serviceMs: number, because: string): Expectation => ({
  rule: '[SIM-986]',
  control: 'slow fault',
  does,
  flow: single(faults, LONG),
  figure: meanMs,
  expected: 5 + 2 + serviceMs + 2,
  within: 0.8,
  from: 'by hand',
  because,
})

const others: readonly Expectation[] = [
  {
    rule: '[SIM-287]',
    control: 'slow fault',
    does: 'multiplies the service times of those that start while it lasts',
    flow: faulty(FIVE_TIMES),
    figure: ({ node }) => node('s').serviceMs,
    expected: (200 * 50 + 799 * 10) / 999,
    within: 1e-6,
    from: 'by hand',
    because: '200 of 999 requests start from 20 s to 40 s; they take 50 ms, the others 10 ms',
  },
  {
    rule: '[SIM-287]',
    control: 'slow fault',
    does: 'multiplies the service times where cores are shared',
    flow: faulty(FIVE_TIMES, { concurrencyModel: 'Event-Loop' }),
    figure: ({ node }) => node('s').serviceMs,
    expected: (200 * 50 + 799 * 10) / 999,
    within: 1e-6,
    from: 'by hand',
    because: '200 of 999 requests start from 20 s to 40 s; they have the core for 50 ms, the others for 10 ms',
  },
  {
    rule: '[SIM-287]',
    control: 'slow fault',
    does: 'lets nobody wait where cores are shared and idle',
    flow: faulty(FIVE_TIMES, { concurrencyModel: 'Event-Loop' }),
    figure: ({ node }) => node('s').waitMs,
    expected: 0,
    within: 1e-6,
    from: 'by hand',
    because: 'each has the core alone',
  },
  {
    rule: '[SIM-207]',
    control: 'outage',
    does: 'counts as service where cores are shared, too',
    flow: single(resume(10.5, 0.5), { ...LONG, concurrencyModel: 'Event-Loop' }),
    figure: ({ node }) => node('s').serviceMs,
    expected: 2500,
    within: 0.001,
    from: 'by hand',
    because: 'the request keeps its core for the 500 ms in which nothing is done',
  },
  slowed(
    'slows the work under way',
    SLOW,
    1000 + 2000 + 500,
    '1,000 ms of work are done before, 500 ms in the 2,000 ms, 500 ms after',
  ),
  slowed(
    'speeds up the work under way',
    { ...SLOW, forS: 100, factor: 0.5 },
    1000 + 500,
    '1,000 ms of work are done before, and 1,000 ms in 500 ms',
  ),
  slowed(
    'slows the work under way as often as it changes',
    [SLOW, { ...SLOW, fromS: 12.007, forS: 1, factor: 2 }],
    1000 + 2000 + (1000 - 250 - 125),
    '250 ms of work are done in its first second, 125 ms in the second one, at an eighth of the pace',
  ),
  slowed(
    'slows the work under way around an outage',
    [SLOW, resume(11.5, 0.5)],
    3625,
    '1,000 ms of work are done by 11,007 ms, 123.25 ms by 11,500 ms, 251.75 ms from 12,000 ms to 13,007 ms, and the rest at full pace',
  ),
  slowed(
    'slows the work that an outage has suspended and not ended',
    [{ ...SLOW, fromS: 11 }, resume(10.5, 2)],
    4375,
    '493 ms of work are done by 10,500 ms, 125 ms from 12,500 ms to 13,000 ms',
  ),
  slowed(
    'slows the work that should have ended in an outage',
    [{ ...SLOW, fromS: 12.5 }, resume(10.5, 3)],
    5750,
    '493 ms of work are done by 10,500 ms, 250 ms from 13,500 ms to 14,500 ms',
  ),
  {
    rule: '[SIM-986]',
    control: 'slow fault',
    does: 'slows all of the work under way',
    flow: {
      nodes: [client('c', { concurrentUsers: 1000 }), server('s', { averageProcessingTime: 5000, instances: 100 })],
      edges: [edge('c', 's')],
      simulation: { faults: { node: 's', kind: 'slow', fromS: 20, factor: 2 }, durationS: 25 },
    },
    figure: ({ node }) => node('s').completed,
    expected: 15_000 + 2500 - 7,
    within: 3,
    from: 'by hand',
    because:
      'a thousand a second begin; of the 5,000 in service at 20 s, those end by 25 s that have less than 2,500 ms of work left',
  },
  {
    rule: '[SIM-287]',
    control: 'slow fault',
    does: 'slows the work under way where cores are shared',
    flow: single(
      { node: 's', kind: 'slow', fromS: 11.007, forS: 2, factor: 4 },
      { ...LONG, concurrencyModel: 'Event-Loop' },
    ),
    figure: meanMs,
    expected: 9 + 1000 + 2000 + 500,
    within: 0.8,
    from: 'by hand',
    because: '1,000 ms of work are done before, 500 ms in the 2,000 ms, 500 ms after',
  },
  {
    rule: '[SIM-287]',
    control: 'cut',
    does: 'fails the calls that leave while it lasts',
    flow: faulty({ edge: 'c-s', fromS: 20, forS: 20 }),
    figure: ({ requests }) => requests.reasons['Connection cut'] ?? 0,
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'calls leave at 20,005 ms … 39,905 ms',
  },
  {
    rule: '[SIM-721]',
    control: 'cold cache',
    does: 'has no hits while it lasts, and then none for an item that was not asked for since',
    flow: {
      nodes: [client('c'), cache('k', { expectedHitRate: 1 }), server('s')],
      edges: [edge('c', 'k'), edge('k', 's')],
      simulation: { faults: { node: 'k', kind: 'cold', fromS: 20, forS: 20 } },
    },
    figure: ({ node }) => node('k').hits,
    expected: 799 - distinctItems(599),
    within: 35,
    from: 'theory',
    because:
      '999 requests are looked up by 100 s, 200 of them from 20 s to 40 s; 599 come after that, for 1,000 items of Zipf popularity',
  },
  {
    rule: '[SIM-287]',
    control: 'cold cache',
    does: 'has no hits the second time either',
    flow: {
      nodes: [client('c'), cache('k', { expectedHitRate: 1 }), server('s')],
      edges: [edge('c', 'k'), edge('k', 's')],
      simulation: {
        catalogue: { items: 1, zipf: 1 },
        faults: [20, 60].map((fromS) => ({ node: 'k', kind: 'cold', fromS, forS: 20 })),
      },
    },
    figure: ({ node }) => node('k').hits,
    expected: 999 - 2 * (200 + 1),
    within: 2,
    from: 'by hand',
    because:
      '200 of 999 requests are looked up in each of the two times, and the first after each brings the item back',
  },
  {
    rule: '[SIM-720]',
    control: 'cold cache',
    does: 'without an end is emptied once',
    flow: {
      nodes: [client('c'), cache('k', { expectedHitRate: 1 }), server('s')],
      edges: [edge('c', 'k'), edge('k', 's')],
      simulation: { faults: { node: 'k', kind: 'cold', fromS: 20 } },
    },
    figure: ({ node }) => node('k').hits,
    expected: 999 - distinctItems(799),
    within: 35,
    from: 'theory',
    because: 'of 999 requests 799 are looked up after it was emptied; each item is fetched once',
  },
  {
    rule: '[SIM-379]',
    control: 'cold cache',
    does: 'warms up by its characteristic time',
    flow: chilled(
      { expectedHitRate: 0.5 },
      { load: { atS: 0, rps: 100 }, durationS: 1000, warmUpS: 500, faults: EMPTIED },
    ),
    figure: ({ node }) => node('k').hits / node('k').completed,
    expected: 0.5,
    within: 0.02,
    from: 'theory',
    because: 'long after it was emptied the hit rate is what it was: 50,000 reads',
  },
  {
    rule: '[SIM-1084]',
    control: 'cold cache',
    does: 'behind another one fetches what this one misses',
    flow: {
      nodes: [client('c'), roomFor('j', 200), roomFor('k', 1000), server('s')],
      edges: [edge('c', 'j'), edge('j', 'k'), edge('k', 's')],
      simulation: { deriveHitRate: true, load: { atS: 0, rps: 100 }, durationS: 60, faults: EMPTIED },
    },
    figure: ({ node }) => node('s').arrived,
    expected: zipfShares(1000, 1).reduce((sum, share, item) => sum + (item < 200 ? 0 : 1 - Math.exp(-4000 * share)), 0),
    within: 40,
    from: 'theory',
    because: 'each of the 800 less popular of 1,000 items once that is asked for in 4,000 requests; standard error 15',
  },
  {
    rule: '[SIM-889]',
    control: 'cold cache',
    does: 'lets a stampede through to the store',
    flow: chilled(
      { expectedHitRate: 1 },
      { catalogue: { items: 1, zipf: 1 }, faults: EMPTIED },
      { averageProcessingTime: 495 },
    ),
    figure: ({ node }) => node('s').completed,
    expected: 5,
    within: 0,
    from: 'by hand',
    because: 'the item is asked for five times until it is there: it takes 495 ms',
  },
  {
    rule: '[SIM-889]',
    control: 'cold cache',
    does: 'lets a stampede through that its caller answers',
    flow: {
      nodes: [client('c'), server('f'), cache('k', { expectedHitRate: 1 }), database('d', { averageLatency: 495 })],
      edges: [edge('c', 'f'), edge('f', 'k'), edge('f', 'd', {}, 'database')],
      simulation: { catalogue: { items: 1, zipf: 1 }, faults: EMPTIED },
    },
    figure: ({ node }) => node('d').completed,
    expected: 5,
    within: 0,
    from: 'by hand',
    because: 'the server fetches the item from the database, which takes 495 ms',
  },
]

export const faults: readonly Expectation[] = [...outages, ...failovers, ...others]
