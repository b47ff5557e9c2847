import { readFileSync } from 'node:fs'
import type { Flow } from '@plimsoll/flow'
import { type RunReport, runReport, toCsv, toJson } from '@plimsoll/live-engine'
import { createRunHistory, type RunSnapshot } from '@plimsoll/simulation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chain, flow, without } from './support/flows.ts'
import { started } from './support/runs.ts'

function reportOf(drawn: Flow, { name = 'Checkout', ticks = 50, seed = 7, ended = drawn } = {}): RunReport {
  const run = started(drawn, { seed })
  const history = createRunHistory()
  for (let tick = 0; tick < ticks; tick += 1) {
    run.tick()
    history.note(run.snapshot())
  }
  return runReport({ name, flow: ended, snapshot: run.snapshot(), history: history.points() })
}

const busy = chain({ client: { concurrentUsers: 300 }, server: { failureProbability: 0.5 } })

/** Reads what RFC 4180 calls a CSV file, strictly. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy
  while (cells.lastIndex < text.length) {
    const from = cells.lastIndex
    const match = cells.exec(text)
    if (match === null) throw new Error(`No CSV from character ${from} on.`)
    const [, raw = '', separator] = match
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (separator === '\r\n') rows.push([])
  }
  rows.pop()
  return rows
}

const named = (label: string): Flow => {
  const { nodes, edges } = chain({ edges: { label } })
  return flow(nodes.map((each) => ({ ...each, data: { ...each.data, label } })) as Flow['nodes'], edges)
}

describe('the report of a run', () => {
  it('[RUN-60] [RUN-342] holds the run, its figures, loads, errors and history', () => {
    const report = reportOf(busy)
    expect(report).toMatchObject({
      format: 'plimsoll-run',
      version: 2,
      flow: { name: 'Checkout' },
      engine: 'live',
      seed: 7,
      elapsedTime: 5000,
    })
    const { figures, nodes, edges, errors, history } = report
    expect(figures.createdRequests).toBe(figures.completedRequests + figures.failedRequests + figures.activeRequests)
    expect(figures.failedRequests).toBeGreaterThan(0)
    expect(nodes.map(({ id, kind, label }) => [id, kind, label])).toEqual([
      ['c', 'Client', 'Client'],
      ['s', 'Server', 'Server'],
      ['d', 'Database', 'Database'],
    ])
    expect(edges.map(({ id, kind, source, target }) => [id, kind, source, target])).toEqual([
      ['c-s', 'http', 'c', 's'],
      ['s-d', 'http', 's', 'd'],
    ])
    expect(nodes[1]?.utilization).toBeGreaterThan(0)
    expect(errors.reasons[0]?.reason).toBe('Random node failure')
    expect(history.map(({ time }) => time)).toEqual([1, 2, 3, 4, 5])
    expect(history.at(-1)).toMatchObject({ completed: figures.completedRequests, failed: figures.failedRequests })
  })

  it('[RUN-78] gives no utilization to what takes any number of requests', () => {
    const report = reportOf(busy)
    expect(report.nodes.map(({ utilization }) => utilization === null)).toEqual([true, false, false])
    const rows = readCsv(toCsv(report)).filter(([section]) => section === 'node')
    expect(rows.map(([, id]) => id)).toEqual(['s', 'd'])
  })

  it('[RUN-758] has of a component the slots at work, and beside them what is taken', () => {
    const of = (changes: Partial<RunSnapshot>) => {
      const run = started(busy, { seed: 7 })
      run.tick()
      const nodeUtilization = Float32Array.of(0, 1, 0)
      const snapshot = { ...run.snapshot(), engine: 'events' as const, nodeUtilization, ...changes }
      return runReport({ name: 'Checkout', flow: busy, snapshot, history: [] })
    }
    const figures = { ...started(busy, { seed: 7 }).nodeFigures(), working: Float32Array.of(Number.NaN, 0.47, 0) }
    const report = of({ nodeFigures: figures })
    expect(report.nodes.map(({ utilization, taken }) => [utilization, taken])).toEqual([
      [null, null],
      [0.47, 1],
      [0, 0],
    ])
    expect(toCsv(report)).toContain('node,s,Server,,utilization,0.47,ratio\r\nnode,s,Server,,taken,1,ratio\r\n')
    // Who watches a run is told what is taken alone.
    expect(of({ nodeFigures: null }).nodes.map(({ utilization }) => utilization)).toEqual([null, null, 0])
    expect(of({ engine: 'live' }).nodes.map(({ utilization, taken }) => [utilization, taken])).toEqual([
      [null, null],
      [1, null],
      [0, null],
    ])
  })

  it('[RUN-343] is the same text for the same flow and seed, and another one for another seed', () => {
    expect(toJson(reportOf(busy))).toBe(toJson(reportOf(busy)))
    expect(toJson(reportOf(busy))).not.toBe(toJson(reportOf(busy, { seed: 8 })))
  })

  it('[RUN-344] is the same after it was written and read', () => {
    const report = reportOf(busy)
    expect(JSON.parse(toJson(report))).toEqual(report)
  })

  it('[RUN-345] keeps the loads of nodes and edges that were deleted meanwhile', () => {
    const { nodes, edges } = reportOf(busy, { ended: without(busy, 's') })
    expect(nodes[1]).toMatchObject({ id: 's', kind: null, label: null })
    expect(edges[0]).toMatchObject({ id: 'c-s', kind: null, source: null, target: null })
  })

  it('[RUN-342] of an empty run is empty', () => {
    const report = reportOf(flow([]), { ticks: 0 })
    expect(report).toMatchObject({ nodes: [], edges: [], history: [], errors: { total: 0, reasons: [], recent: [] } })
    expect(readCsv(toCsv(report))).toHaveLength(15)
  })
})

describe('the reference of the report', () => {
  it('[RUN-64] describes every field, and every section and column of the table', () => {
    const text = readFileSync(new URL('../../../docs/reference/run-report.md', import.meta.url), 'utf8')
    const described = new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name))
    const report = reportOf(busy)
    const [columns = [], ...rows] = readCsv(toCsv(report))
    const names = new Set([...fieldsOf(report), ...columns, ...rows.map(([section = '']) => section)])
    expect([...names].filter((name) => !described.has(name))).toEqual([])
  })
})

function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [name, ...fieldsOf(each)])
}

describe('the report as CSV', () => {
  it('[RUN-61] has one value a line, each with its section and unit', () => {
    const report = reportOf(busy)
    const [head, ...rows] = readCsv(toCsv(report))
    expect(head).toEqual(['section', 'id', 'name', 'time', 'figure', 'value', 'unit'])
    expect(rows.every((row) => row.length === 7)).toBe(true)
    expect(rows).toContainEqual(['run', '', '', '', 'flow', 'Checkout', ''])
    expect(rows).toContainEqual(['run', '', '', '', 'seed', '7', ''])
    expect(rows).toContainEqual([
      'figures',
      '',
      '',
      '',
      'averageResponseTime',
      String(report.figures.averageResponseTime),
      'ms',
    ])
    expect(rows).toContainEqual([
      'node',
      's',
      'Server',
      '',
      'utilization',
      String(report.nodes[1]?.utilization),
      'ratio',
    ])
    expect(rows.filter(([section]) => section === 'edge').map((row) => row[2])).toEqual([
      'Client → Server',
      'Server → Database',
    ])
    expect(rows.filter(([section, , , , figure]) => section === 'history' && figure === 'throughput')).toEqual(
      report.history.map(({ time, throughput }) => [
        'history',
        '',
        '',
        `${time}`,
        'throughput',
        `${throughput}`,
        'rps',
      ]),
    )
    expect(rows.some(([section, , name]) => section === 'error reason' && name === 'Random node failure')).toBe(true)
  })

  it.each(['=HYPERLINK("http://a.example","go")', '+1', '-1', '@SUM(1)', '  =1+1', '\t=1', '\r=1', '＝1+1', '＠x'])(
    '[RUN-62] [REL-IN12] keeps a spreadsheet from reckoning with %j',
    (name) => {
      const rows = readCsv(toCsv(reportOf(named(name), { name })))
      const texts = rows.flat().filter((text) => text.endsWith(name))
      expect(texts.length).toBeGreaterThan(4)
      for (const text of texts) expect(text).toBe(`'${name}`)
    },
  )

  it('[RUN-62] gives back every text, whatever a flow is called', () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', "'", ' ', 'a', '→', '😀', '\u202e') })
    fc.assert(
      fc.property(hostile, (name) => {
        const [, ...rows] = readCsv(toCsv(reportOf(named(name), { name, ticks: 10 })))
        expect(rows.every((row) => row.length === 7)).toBe(true)
        expect(rows[0]?.[5]?.replace(/^'(?=\s*[=\t\r\n])/, '')).toBe(name.replace(/^'(?=\s*[=\t\r\n])/, ''))
        expect(rows.flat().filter((text) => /^\s*[=+@＝]/.test(text))).toEqual([])
      }),
      { numRuns: 80 },
    )
  })
})
