import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stage, startStage } from '../fairness/stage.ts'
import { SEED } from '../support/attack.ts'
import type { LoadRow } from './load.ts'
import { LOAD_ROWS, runLoadRow, runOnStage } from './run-load-row.ts'

// What holds on any machine: nothing is lost, nobody is refused who must not be, and whoever is refused is told when to come again.
// How fast it is, `npm run verify:load` measures.

const OPTIONS = { size: 'small', seed: SEED, minutes: undefined } as const

const rowOf = (id: string): LoadRow => {
  const row = LOAD_ROWS.find((one) => one.id === id)
  if (!row) throw new Error(`There is no row ${id}.`)
  return row
}

describe('a small load', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage({ postgresUrl: undefined, hasCheapHashes: true })
  })
  afterAll(() => stage.stop())

  const outcomeOf = (id: string) => runOnStage(rowOf(id), { ...OPTIONS, stage, cluster: undefined })

  it('[REL-LO1] of people is served without an error, and nothing is lost', async () => {
    const { faults, figures } = await outcomeOf('LO1')
    expect(faults).toEqual([])
    expect(figures.map(({ what, most }) => [what, most])).toEqual([
      ['read p95', 50],
      ['save p95', 200],
      ['login p95', 400],
    ])
  })

  it('[REL-LO2] of more than the server can do loses nothing, and refuses with a time', async () => {
    expect((await outcomeOf('LO2')).faults).toEqual([])
  })

  it('[REL-LO3] of logins refuses nobody who has a session', async () => {
    expect((await outcomeOf('LO3')).faults).toEqual([])
  })

  it('[REL-LO5] of large saves refuses nobody who asks for little', async () => {
    expect((await outcomeOf('LO5')).faults).toEqual([])
  })

  it('[REL-LO7] leaves no file open, and a short write-ahead log', async () => {
    expect((await outcomeOf('LO7')).faults).toEqual([])
  })

  it('[REL-LO8] of a library of 500 flows lists them in less than 256 KB', async () => {
    const { faults, notes } = await outcomeOf('LO8')
    expect(faults).toEqual([])
    expect(notes).toEqual([expect.stringMatching(/^\d+ KiB$/)])
  })
})

it('[REL-LO9] a killed PostgreSQL is a 503, and its return needs no restart and loses nothing', async () => {
  const { faults, notes } = await runLoadRow(rowOf('LO9'), { ...OPTIONS, postgresUrl: undefined, hasCheapHashes: true })
  expect(faults).toEqual([])
  expect(notes[0]).toMatch(/^[1-9]\d* refused meanwhile$/)
})
