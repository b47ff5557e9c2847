import { spreadOf } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { meanOf, mergeHistograms, quantileOf } from '../../src/measure/histogram.ts'
import { eventReportToCsv } from '../../src/report/event-report-csv.ts'
import { client, edge, reportOf, server } from '../controls/saved-flow.ts'
import { POOL } from '../models.ts'
import { DURATION_MS, madeModel, madeReport, madeRuns, SETTINGS } from './made.ts'

const NODES = [{ serviceMs: 8 }, { serviceMs: 5, slots: 2 }]
const MODEL = madeModel({
  nodes: NODES,
  links: [
    { source: 0, target: 1, latencyMs: 3 },
    { source: 1, target: 2, latencyMs: 1 },
  ],
  rps: 40,
})
const RUNS = madeRuns(MODEL)
const FLOW = {
  nodes: [
    { id: 'client', type: 'Client', data: { label: '=Browser' } },
    { id: 'node-1', type: 'Server', data: { label: 'API' } },
    { id: 'node-2', type: 'Database', data: {} },
  ],
  edges: [{ id: 'link-0', type: 'http', data: { label: '' } }],
}
const REPORT = madeReport(MODEL, { outcomes: RUNS, flow: FLOW })

describe('the report of several runs', () => {
  it('[SIM-310] [SIM-942] [SIM-943] is refused where a run lost a request, or has a failure without a reason', () => {
    const [first, ...others] = RUNS
    if (first === undefined) throw new Error('No run.')
    const { requests } = first
    const lost = { ...first, requests: { ...requests, arrived: requests.arrived + 1 } }
    const unexplained = {
      ...first,
      requests: { ...requests, completed: requests.completed - 1, failed: requests.failed + 1 },
    }
    const misplaced = {
      ...first,
      byClass: first.byClass.map((one) => ({ ...one, arrived: 0, inFlightAtStart: one.arrived + one.inFlightAtStart })),
    }
    for (const broken of [lost, unexplained, misplaced])
      expect(() => madeReport(MODEL, { outcomes: [...others, broken] })).toThrow('law of conservation with seed 1')
    expect(() => madeReport(MODEL, { outcomes: [] })).toThrow('no replication')
  })

  it('[SIM-312] tells means over the runs with their interval', () => {
    const perSecond = RUNS.map(({ requests, measuredMs }) => (requests.completed / measuredMs) * 1000)
    const { mean, halfWidth } = spreadOf(perSecond)
    expect(REPORT.figures.goodput).toMatchObject({ mean, halfWidth, lower: mean - (halfWidth ?? 0), count: 5 })
    expect(REPORT.figures.response.max?.highest).toBe(Math.max(...RUNS.map(({ requests }) => requests.response.max)))
    expect(madeReport(MODEL, { outcomes: RUNS.slice(0, 1) }).figures.offered).toMatchObject({
      halfWidth: null,
      lower: null,
    })
  })

  it('[SIM-382] tells response times of the second half of all runs together', () => {
    const late = mergeHistograms(RUNS.map(({ slices }) => mergeHistograms(slices.responses.slice(10))))
    const { mean, p95 } = REPORT.figures.response
    expect(mean?.mean).toBe(meanOf(late))
    expect(p95?.mean).toBe(quantileOf(late, 0.95))
    expect(p95?.lower).toBeLessThan(p95?.mean ?? 0)
    expect(p95?.upper).toBeGreaterThan(p95?.mean ?? 0)
    expect(p95?.halfWidth).toBe(Math.max((p95?.upper ?? 0) - (p95?.mean ?? 0), (p95?.mean ?? 0) - (p95?.lower ?? 0)))
  })

  it('[RUN-506] tells response times of the whole of a single run without a warm-up', () => {
    const [run] = RUNS
    if (!run) throw new Error('no run')
    const { figures, quality } = madeReport(MODEL, { outcomes: [run], settings: { ...SETTINGS, warmUpMs: 0 } })
    const { response } = run.requests
    expect(figures.response.mean?.mean).toBe(meanOf(response))
    expect(figures.response.p95?.mean).toBe(quantileOf(response, 0.95))
    expect([quality.responsesFromMs, quality.responses]).toEqual([0, response.count])
  })

  it('[SIM-402] [SIM-949] leaves out a warm-up that is longer than half', () => {
    const told = (warmUp: number) => {
      const warmUpMs = warmUp * DURATION_MS
      const settings = { ...SETTINGS, warmUpMs }
      return madeReport(MODEL, { outcomes: RUNS, settings })
    }
    const late = mergeHistograms(RUNS.flatMap(({ slices }) => slices.responses.slice(16)))
    const { figures, quality } = told(0.8)
    expect(figures.response.mean?.mean).toBe(meanOf(late))
    expect([quality.responsesFromMs, quality.responses]).toEqual([0.8 * DURATION_MS, late.count])
    expect(told(0.79).quality.responsesFromMs).toBe(0.8 * DURATION_MS)
    expect(told(0).quality.responsesFromMs).toBe(0.5 * DURATION_MS)
  })

  it('[SIM-952] tells response times of all that was measured where a change of the load is set', () => {
    const load = [{ atS: 1, forS: 1, rps: 5 }]
    const { quality } = madeReport(MODEL, { outcomes: RUNS, settings: { ...SETTINGS, warmUpMs: 0, load } })
    expect(quality.responsesFromMs).toBe(0)
  })

  it('[SIM-383] tells nothing of requests that are too few, or of a time that is too short', () => {
    const sparse = madeModel({ nodes: [{}], links: [{ source: 0, target: 1 }], rps: 1 })
    const told = madeReport(sparse)
    expect(told.figures.response).toMatchObject({ p99: null, p999: null })
    expect(told.quality.withheld).toEqual(expect.arrayContaining(['p99', 'p999']))
    const slow = madeReport(madeModel({ nodes: [{ serviceMs: 24 }], links: [{ source: 0, target: 1 }], rps: 40 }))
    expect(slow.quality.relaxationMs).toBeGreaterThan(DURATION_MS * 0.03)
    expect(slow.figures.response).toMatchObject({ mean: null, p50: null, max: { count: 5 } })
  })

  it('[SIM-385] does not tell that nothing can fail because nothing did', () => {
    const { errorRate, successRate } = REPORT.figures
    const ended = RUNS.reduce((sum, { requests }) => sum + requests.completed, 0)
    expect(errorRate).toMatchObject({ mean: 0, lower: 0, highest: 0 })
    expect(errorRate?.upper).toBeCloseTo((100 * 3.84) / ended, 3)
    expect(successRate?.lower).toBeCloseTo(100 - (errorRate?.upper ?? 0), 9)
  })

  it('[SIM-314] [SIM-953] names the parts as the flow does, with what was measured at each', () => {
    expect(REPORT.nodes.map(({ id, kind, label }) => [id, kind, label])).toEqual([
      ['client', 'Client', '=Browser'],
      ['node-1', 'Server', 'API'],
      ['node-2', 'Database', ''],
    ])
    const [, api] = REPORT.nodes
    // The slot is held for 8 ms of its own, 2 ms on the way and 5 ms at the database; three in ten it is busy by itself.
    expect(api?.working?.mean).toBeCloseTo(0.32, 1)
    expect(api?.utilization?.mean).toBeCloseTo(0.6, 1)
    expect(REPORT.edges[0]).toMatchObject({ source: 'client', target: 'node-1', retries: 0 })
    expect(REPORT.clients).toMatchObject([{ id: 'client', label: '=Browser', failed: 0 }])
    expect(REPORT.requestTypes.map(({ type }) => type)).toEqual(['Read'])
  })

  it('[SIM-314] [SIM-350] tells of each connection what waited too long, and what was kept as a dead letter, which messages alone are', () => {
    const pool = { ...POOL, isAtTarget: true, queue: 2, expiryMs: 10 }
    const told = (deadLetters: boolean, message: 'sent' | null = 'sent') => {
      const broker = { source: 0, target: 1, pool, deadLetters, message }
      return madeReport(madeModel({ nodes: [{ serviceMs: 20 }], links: [broker], rps: 60 }))
    }
    const [kept, dropped, called] = [told(true), told(false), told(true, null)].map(({ edges: [edge] }) => edge)
    const full = kept?.refused.find(({ reason }) => reason === 'Queue full')?.count ?? 0
    expect(full).toBeGreaterThan(0)
    expect(kept?.expired).toBeGreaterThan(0)
    expect(kept?.deadLettered).toBe(full + (kept?.expired ?? 0))
    expect(dropped).toMatchObject({ refused: kept?.refused, expired: kept?.expired, deadLettered: 0 })
    expect([(called?.expired ?? 0) > 0, called?.deadLettered, called?.messages]).toEqual([true, 0, null])
    expect(eventReportToCsv(told(true))).toContain(`,deadLettered,${kept?.deadLettered},`)
  })

  it('[SIM-316] tells where the mean response goes', () => {
    const { meanMs, hops, otherMs } = REPORT.timeSpent
    const sum = hops.reduce(
      (total, { waitingMs, serviceMs, networkMs }) => total + waitingMs + serviceMs + networkMs,
      0,
    )
    expect(sum + otherMs).toBeCloseTo(meanMs ?? 0, 0)
    expect(hops.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 2)
    expect(hops.map(({ id }) => id)).toEqual(['node-1', 'link-0', 'node-2', 'link-1'])
    expect(hops[1]).toMatchObject({ networkMs: expect.closeTo(6, 1), waitingMs: 0, serviceMs: 0 })
    expect(hops[0]?.serviceMs).toBeCloseTo(8, 0)
    expect(hops[0]?.waitingMs).toBeGreaterThan(10)
  })

  it('[SIM-978] tells the times of a visit, and no parts of the mean, where calls were given up', () => {
    const patient = { nodes: [{ serviceMs: 10 }], links: [{ source: 0, target: 1 }], rps: 50 }
    const impatient = { ...patient, links: [{ source: 0, target: 1, timeoutMs: 15 }] }
    const of = (made: typeof patient) => {
      const report = madeReport(madeModel(made))
      return {
        ...report.timeSpent,
        texts: report.warnings.map(({ text }) => text).join(),
        csv: eventReportToCsv(report),
      }
    }
    const [all, some] = [of(patient), of(impatient)]
    expect(all).toMatchObject({ per: 'request', texts: expect.not.stringContaining('given up') })
    // M/M/1 at a load of 0.5, which goes on for the callers that gave up: 10 ms of waiting and 10 ms of service.
    expect(some).toMatchObject({ per: 'visit', otherMs: 0, texts: expect.stringContaining('told per visit and call') })
    expect(some.hops).toMatchObject([{ id: 'node-1', share: 1 }])
    expect(Math.abs((some.hops[0]?.waitingMs ?? 0) - 10)).toBeLessThan(1)
    expect(some.hops[0]?.serviceMs).toBeCloseTo(10, 0)
    expect(some.meanMs).toBeLessThan(15)
    expect([all.csv, some.csv].map((csv) => csv.includes('time of node,node-1,per visit,'))).toEqual([false, true])
  })

  it('[SIM-1088] tells the times of a visit where requests failed, who had none', () => {
    const nodes = [{ serviceMs: 50, slots: Number.POSITIVE_INFINITY, admission: 2 }]
    const { timeSpent } = madeReport(madeModel({ nodes, links: [{ source: 0, target: 1 }], rps: 60 }))
    expect(timeSpent).toMatchObject({ per: 'visit', otherMs: 0, meanMs: expect.closeTo(50, -1) })
    expect(timeSpent.hops[0]?.serviceMs).toBeCloseTo(timeSpent.meanMs ?? 0, 0)
  })

  it('[SIM-318] tells how sure it is and what would make it surer', () => {
    const { quality } = REPORT
    const { mean } = REPORT.figures.response
    expect(quality).toMatchObject({ seeds: [1, 2, 3, 4, 5], replications: 5, warmUpMs: 6000, measuredMs: 54_000 })
    const relative = ((mean?.upper ?? 0) - (mean?.lower ?? 0)) / 2 / (mean?.mean ?? 1)
    expect(quality.relativeHalfWidth).toBe(relative)
    expect(quality.moreRequestsFor2Percent).toBe(
      Math.ceil(quality.requests * (relative / 0.02) ** 2 - quality.requests),
    )
  })

  it('[SIM-319] [SIM-958] counts what was offered, let in and done, and each call for the first', () => {
    const model = madeModel({ nodes: [{ serviceMs: 20, admission: 3 }], links: [{ source: 0, target: 1 }], rps: 60 })
    const { figures, failures } = madeReport(model)
    expect(failures).toMatchObject([{ reason: 'Node overload', share: 1 }])
    expect(figures.accepted?.mean).toBeLessThan((figures.offered?.mean ?? 0) * 0.8)
    expect(figures.accepted?.mean).toBeCloseTo(figures.goodput?.mean ?? 0, 0)
    expect((figures.successRate?.mean ?? 0) + (figures.errorRate?.mean ?? 0)).toBeCloseTo(100)
    expect(figures.amplification?.mean).toBe(1)
  })

  it('[SIM-1014] tells which answers clients had kept, on the device or for a connection', () => {
    const users = { concurrentUsers: 1, thinkTimeBetweenRequests: 500 }
    const { figures, clients, requestTypes } = reportOf({
      nodes: [
        client('device', { ...users, cacheEnabled: true, cacheTTL: 2 }),
        client('browser', users),
        client('none', users),
        server('s'),
      ],
      edges: [
        edge('device', 's'),
        edge('browser', 's', { cacheEnabled: true, cacheTTLSeconds: 2 }, 'http'),
        edge('none', 's'),
      ],
      simulation: { catalogue: { items: 1, zipf: 0 }, requestMix: { Read: 0.5, Write: 0.5 }, durationS: 2000 },
    })
    // Of a read a second, kept for two seconds, 2/3; n = 10,000, standard error 0.005.
    const [device, browser, none] = clients.map(({ fromClientCache }) => fromClientCache?.mean ?? -1)
    expect(device).toBeCloseTo(2 / 3, 1)
    expect(browser).toBeCloseTo(2 / 3, 1)
    expect(none).toBe(0)
    expect(figures.fromClientCache?.mean).toBeCloseTo((device ?? 0) + (browser ?? 0), 9)
    expect(requestTypes.map(({ fromClientCache }) => (fromClientCache?.mean ?? 0) > 0)).toEqual([true, false])
  })

  it('[SIM-326] reckons what data and calls cost in an hour, where they have a price', () => {
    const cost = { perGB: 2, perMillion: 5 }
    const priced = { requestBytes: 1000, cost }
    const links = [
      { source: 0, target: 1, ...priced },
      { source: 1, target: 2 },
      { source: 2, target: 3, ...priced },
    ]
    const model = madeModel({ nodes: [...NODES, { serviceMs: 1 }], links, rps: 40 })
    const { edges, figures } = madeReport(model)
    const [first, free, last] = edges
    const callsPerHour = (first?.callsPerSecond?.mean ?? 0) * 3600
    expect(first?.costPerHour?.mean).toBeCloseTo(callsPerHour * (1e-6 * cost.perGB + 1e-6 * cost.perMillion), 6)
    expect(free?.costPerHour).toBeNull()
    expect(figures.costPerHour?.mean).toBeCloseTo((first?.costPerHour?.mean ?? 0) + (last?.costPerHour?.mean ?? 0), 6)
    expect(REPORT.figures.costPerHour).toBeNull()
  })

  it('[SIM-1016] charges nothing for calls that their sender refuses', () => {
    const limits = [{ perSecond: 10, burst: 1, reason: 'Rate limited' }]
    const limited = { source: 0, target: 1, limits, cost: { perGB: 0, perMillion: 5 } }
    const { edges, figures } = madeReport(
      madeModel({ nodes: NODES, links: [limited, { source: 1, target: 2 }], rps: 400 }),
    )
    // Ten of four hundred a second, less the time until the next call finds the next token.
    expect(edges[0]?.callsPerSecond?.mean).toBeGreaterThan(390)
    const perSecond = ((figures.costPerHour?.mean ?? 0) / 3600 / 5) * 1e6
    expect(perSecond).toBeCloseTo(10 / (1 + 10 / 400), 0)
  })

  it('[SIM-320] [SIM-959] warns of what makes it doubtful', () => {
    const texts = (outcomes = RUNS) =>
      madeReport(MODEL, { outcomes })
        .warnings.map(({ text }) => text)
        .join(' ')
    expect(texts()).not.toContain('One replication')
    expect(texts(RUNS.slice(0, 1))).toContain('One replication does not show the spread')
    const notes = [
      { kind: 'warning', of: 'node-1', text: 'Odd.' } as const,
      { kind: 'assumption', id: 'a', text: 'So.' } as const,
    ]
    const { warnings, assumptions } = madeReport(MODEL, { outcomes: RUNS, notes })
    expect(warnings.at(-1)).toEqual({ of: 'node-1', text: 'Odd.' })
    expect(assumptions).toEqual([{ id: 'a', text: 'So.' }])
  })

  it('[SIM-321] is plain finite data, the same for the same runs', () => {
    expect(JSON.parse(JSON.stringify(REPORT))).toEqual(REPORT)
    expect(JSON.stringify(madeReport(MODEL, { outcomes: madeRuns(MODEL), flow: FLOW }))).toBe(JSON.stringify(REPORT))
    expect(REPORT).toMatchObject({ format: 'plimsoll-event-run', version: 8, engine: { name: 'events', version: 21 } })
    expect(REPORT.series.times).toHaveLength(DURATION_MS / 1000)
  })

  it('[SIM-323] is a table with one value a line, that no spreadsheet reckons with', () => {
    const lines = eventReportToCsv(REPORT).trimEnd().split('\r\n')
    expect(lines[0]).toBe('section,id,name,time,figure,value,unit')
    expect(lines.every((line) => line.split(',').length === 7)).toBe(true)
    expect(lines).toContain(`figures,,,,response mean,${REPORT.figures.response.mean?.mean},ms`)
    expect(lines).toContain(`node,node-1,API,,utilization,${REPORT.nodes[1]?.utilization?.mean},ratio`)
    expect(lines.some((line) => line.startsWith("node,client,'=Browser"))).toBe(true)
    expect(lines).toContain(`series,,,60,offered,${REPORT.series.offered.at(-1)},rps`)
  })
})
