import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { EVENT_REPORT } from '../../src/report/report.ts'
import { client, edge, reportOf, server } from '../controls/saved-flow.ts'
import { DURATION_MS, madeModel, madeReport, madeRuns } from './made.ts'

const PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'reference', 'event-report.md')
const SECTIONS = new Map(
  readFileSync(PAGE, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
)

/** The names that the first column of a section's table tells. */
const membersOf = (section: string) =>
  Array.from((SECTIONS.get(section) ?? '').matchAll(/^\| (`[^|]*) \|/gm), ([, cell = '']) =>
    Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name),
  ).flat()

const MODEL = madeModel({ nodes: [{ serviceMs: 20, admission: 3 }], links: [{ source: 0, target: 1 }], rps: 60 })
const MESSAGES = madeReport(madeModel({ nodes: [{}], links: [{ source: 0, target: 1, message: 'sent' }], rps: 20 }))
const CHANGING = reportOf(
  {
    nodes: [client('c'), server('s', { instances: 2 })],
    edges: [edge('c', 's')],
    simulation: { faults: { node: 's', instance: 1, fromS: 20, toS: 30 } },
  },
  1,
)
const [FIRST, ...OTHERS] = madeRuns(MODEL, 2)
const TRACED = runModel(MODEL, {
  seed: 1,
  durationMs: DURATION_MS,
  warmUpMs: 6000,
  trace: new Set(FIRST?.slowest.map(({ serial }) => serial)),
})
const REPORT = madeReport(MODEL, {
  outcomes: [TRACED, ...OTHERS],
  objectives: [{ metric: 'mean', comparison: '<', limit: 1 }],
})

describe('the reference of the report', () => {
  it.each([
    ['report', REPORT],
    ['objective', REPORT.objectives[0]],
    ['steadiness', REPORT.steadiness],
    ['figures', REPORT.figures],
    ['timeSpent', REPORT.timeSpent],
    ['hop', REPORT.timeSpent.hops[0]],
    ['saturation', REPORT.saturation],
    ['limit', REPORT.saturation.limits[0]],
    ['node', REPORT.nodes[1]],
    ['edge', REPORT.edges[0]],
    ['messages', MESSAGES.messages],
    ['requestType', REPORT.requestTypes[0]],
    ['series', REPORT.series],
    ['trace', REPORT.traces[0]],
    ['span', REPORT.traces[0]?.spans[0]],
    ['quality', REPORT.quality],
    ['bin', REPORT.histogram[0]],
    ['mark', CHANGING.marks[0]],
    ['replication', REPORT.replications[0]],
    ['change', CHANGING.replications[0]?.changes[0]],
  ])('[SIM-322] names every member of %s and no other', (section, value) => {
    expect(Object.keys(value ?? {}).toSorted()).toEqual(membersOf(section).toSorted())
  })

  it('[SIM-322] tells the present version', () => {
    expect(SECTIONS.get('report')).toContain(`\`${EVENT_REPORT.format}\`, ${EVENT_REPORT.version}.`)
  })

  it('[SIM-324] follows requests through a second run that changes no figure', () => {
    const { traces: followed, ...figures } = TRACED
    const { traces: none, ...before } = FIRST ?? TRACED
    expect(none).toEqual([])
    expect(figures).toEqual(before)
    expect(followed.map(({ responseMs }) => responseMs).toSorted((one, other) => other - one)).toEqual(
      FIRST?.slowest.map(({ responseMs }) => responseMs),
    )
  })
})
