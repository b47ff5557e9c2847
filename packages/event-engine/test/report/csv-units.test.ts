import { expect, it } from 'vitest'
import { eventReportToCsv } from '../../src/report/event-report-csv.ts'
import { madeModel, madeReport, madeRuns } from './made.ts'

const MODEL = madeModel({ nodes: [{}], links: [{ source: 0, target: 1 }], rps: 1 })

it('[SIM-658] the table has rates over time in requests per second and times in ms', () => {
  const table = eventReportToCsv(madeReport(MODEL, { outcomes: madeRuns(MODEL, 1) }))
  const cells = table.split('\r\n').map((line) => line.split(','))
  const units = cells.flatMap(([section, , , , figure, , unit]) => (section === 'series' ? [`${figure} ${unit}`] : []))
  expect(new Set(units)).toEqual(
    new Set([
      ...['offered', 'goodput', 'failures', 'calls'].map((figure) => `${figure} rps`),
      ...['responseMs', 'p50', 'p95', 'p99'].map((figure) => `${figure} ms`),
    ]),
  )
})
