import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { reportOf } from '../controls/saved-flow.ts'
import { anyDrawn } from './any-drawn.ts'
import { brokenReportLaws } from './report-laws.ts'

const FIRST_SEED = Number(process.env.TEST_SEED ?? 1) * 1000
const SEEDS = Array.from({ length: 40 }, (_, index) => FIRST_SEED + index)

const reports = SEEDS.map((seed) => ({ seed, report: reportOf(anyDrawn(createRng(seed)), 2) }))

describe('reports of flows by chance', () => {
  it('[SIM-1006] add up', () => {
    const broken = reports.flatMap(({ seed, report }) => brokenReportLaws(report).map((law) => `${seed}: ${law}`))
    expect(broken).toEqual([])
  })

  it('[SIM-1006] are of runs in which most of what can happen does', () => {
    const has = (what: (report: (typeof reports)[number]['report']) => number) =>
      reports.filter(({ report }) => what(report) > 0).length
    const ofEdges = (count: 'timedOut' | 'retries' | 'expired' | 'deadLettered') =>
      has(({ edges }) => edges.reduce((sum, edge) => sum + edge[count], 0))
    for (const count of ['timedOut', 'retries', 'expired', 'deadLettered'] as const)
      expect(ofEdges(count), count).toBeGreaterThan(0)
    for (const count of ['processed', 'failed', 'redelivered', 'lost', 'givenUp'] as const)
      expect(
        has(({ messages }) => messages?.[count] ?? 0),
        count,
      ).toBeGreaterThan(0)
  })
})
