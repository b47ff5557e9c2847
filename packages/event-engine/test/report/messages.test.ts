import { describe, expect, it } from 'vitest'
import { eventReportToCsv } from '../../src/report/event-report-csv.ts'
import type { Objective } from '../../src/report/objectives.ts'
import { DURATION_MS, madeModel, madeReport, madeRuns } from './made.ts'

/** Messages to a station that fails half of them; with retries, three of four are processed at last. */
const MODEL = madeModel({
  nodes: [{ serviceMs: 10, failureProbability: 0.5 }],
  links: [{ source: 0, target: 1, message: 'sent', retry: { waitsMs: [10], jitter: 'none' } }],
  rps: 20,
})
const REPORT = madeReport(MODEL, {
  objectives: [
    { metric: 'delay.p99', comparison: '<', limit: 5000 },
    { metric: 'lag', comparison: '<', limit: 1 },
  ],
})

describe('the messages of a report', () => {
  it('[SIM-362] [SIM-882] are told together and by connection', () => {
    const { messages, edges } = REPORT
    expect(messages).toEqual(edges[0]?.messages)
    const { published = 0, processed = 0, failed = 0, redelivered = 0, delay, mostLag } = messages ?? {}
    expect(published).toBeGreaterThan(4000)
    expect(processed / (processed + failed)).toBeCloseTo(0.75, 1)
    expect(redelivered / published).toBeCloseTo(0.5, 1)
    expect(delay?.mean?.mean).toBeGreaterThan(10)
    expect(mostLag?.mean).toBeGreaterThan(1)
    expect(madeReport(madeModel({ nodes: [{}], links: [{ source: 0, target: 1 }], rps: 5 })).messages).toBeNull()
  })

  it('[SIM-367] objectives hold the delay and the most messages waiting against a limit', () => {
    expect(REPORT.objectives.map(({ result }) => result).slice(0, 2)).toEqual(['pass', 'fail'])
  })

  it('[SIM-976] objectives hold the share that is not processed against a limit', () => {
    // Two tries, of which each fails half of the time.
    const judged = (comparison: Objective['comparison'], limit: number) =>
      madeReport(MODEL, { objectives: [{ metric: 'messageLoss', comparison, limit }] }).objectives[0]
    expect(judged('<', 30)).toMatchObject({ result: 'pass', measured: { mean: expect.closeTo(25, -0.3) } })
    expect(judged('<', 20)?.result).toBe('fail')
    expect(judged('<', judged('<', 30)?.measured?.mean ?? 0)?.result).toBe('undecided')
  })

  it('[SIM-976] such an objective is undecided where ever more messages wait', () => {
    const slow = madeModel({ nodes: [{ serviceMs: 60 }], links: [{ source: 0, target: 1, message: 'sent' }], rps: 20 })
    const { steadiness, objectives } = madeReport(slow, {
      objectives: [{ metric: 'messageLoss', comparison: '<', limit: 1 }],
    })
    expect([steadiness.state, objectives[0]?.result]).toEqual(['none', 'undecided'])
  })

  it('[SIM-977] say by which share a delay and a lag are kept, and less than 1 % that come to nothing is assumed', () => {
    const { objectives, verdict, warnings } = madeReport(MODEL, {
      objectives: [
        { metric: 'delay.p99', comparison: '<', limit: 5000 },
        { metric: 'lag', comparison: '<', limit: 1000 },
      ],
    })
    expect(objectives).toMatchObject([
      { metric: 'delay.p99', result: 'pass', servedShare: expect.closeTo(0.75, 1) },
      { metric: 'lag', result: 'pass', servedShare: expect.closeTo(0.75, 1) },
      { metric: 'messageLoss', limit: 1, isAssumed: true, result: 'fail', servedShare: null },
      { metric: 'errorRate', isAssumed: true, result: 'pass' },
    ])
    expect(verdict).toBe('fail')
    expect(warnings.map(({ text }) => text).join('\n')).toMatch(
      /^The objective for the most messages waiting is met by the 7\d % of the messages that were processed; the others were not\.$/m,
    )
  })

  it('[SIM-977] nothing is assumed where it is set, or nothing is asked of messages', () => {
    const assumed = (...objectives: readonly Objective[]) =>
      madeReport(MODEL, { objectives }).objectives.flatMap(({ isAssumed, metric, scope }) =>
        isAssumed ? [`${metric} ${scope?.id ?? ''}`] : [],
      )
    const scope = { by: 'edge', id: 'link-0', name: 'link-0' } as const
    const about = (metric: Objective['metric']): Objective => ({ metric, comparison: '<', limit: 50 })
    expect(assumed(about('delay.mean'), about('lag'))).toEqual(['messageLoss ', 'errorRate '])
    expect(assumed(about('delay.mean'), about('messageLoss'))).toEqual(['errorRate '])
    expect(assumed({ ...about('delay.mean'), scope }, { ...about('lag'), scope }, about('messageLoss'))).toEqual([
      'messageLoss link-0',
      'errorRate ',
    ])
    expect(assumed(about('mean'))).toEqual(['errorRate '])
  })

  it('[SIM-403] the run with the most messages waiting decides about them, and is what is told', () => {
    const runs = madeRuns(MODEL)
    const mosts = runs.map(({ messages }) => messages?.mostWaiting ?? 0)
    const [least, most] = [Math.min(...mosts), Math.max(...mosts)]
    expect(most).toBeGreaterThan(least)
    const judged = (comparison: Objective['comparison'], limit: number, outcomes = runs) =>
      madeReport(MODEL, { outcomes, objectives: [{ metric: 'lag', comparison, limit }] }).objectives[0]
    expect(judged('<=', most)).toMatchObject({ result: 'pass', measured: { mean: most, halfWidth: null }, margin: 0 })
    expect(judged('<', most)?.result).toBe('fail')
    expect(judged('>', most)?.result).toBe('fail')
    expect(judged('>=', most)?.result).toBe('pass')
    expect(judged('<=', 1000, runs.slice(0, 1))?.result).toBe('undecided')
    expect(judged('<', 1, runs.slice(0, 1))?.result).toBe('fail')
  })

  it('[SIM-404] delays are not told where the runs are too short for them', () => {
    const slow = madeModel({ nodes: [{ serviceMs: 24 }], links: [{ source: 0, target: 1, message: 'sent' }], rps: 40 })
    const { messages, edges, quality, steadiness } = madeReport(slow)
    expect(steadiness.state).toBe('steady')
    expect(quality.relaxationMs).toBeGreaterThan(DURATION_MS * 0.03)
    expect(messages?.delay).toMatchObject({ mean: null, p50: null, p99: null, max: { count: 5 } })
    expect(edges[0]?.messages?.delay.mean).toBeNull()
  })

  it('[SIM-323] are rows of the table', () => {
    const table = eventReportToCsv(REPORT)
    expect(table).toContain(`messages,,,,published,${REPORT.messages?.published},`)
    expect(table).toContain('messages,link-0,')
    expect(table).toContain('delay p50')
  })

  it('[SIM-363] are refused where one is lost or made up', () => {
    const [run] = madeRuns(MODEL, 1)
    if (!run?.messages) throw new Error('No message was sent.')
    const wrong = { ...run, messages: { ...run.messages, processed: run.messages.processed + 1 } }
    expect(() => madeReport(MODEL, { outcomes: [wrong] })).toThrow('law of conservation')
  })
})
