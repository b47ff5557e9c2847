import { describe, expect, it } from 'vitest'
import { type ComparedWindow, EditMarks } from '../src/index.ts'

const windowOf = (completed: number): ComparedWindow => ({
  ...{ spanMs: 10_000, offered: completed, completed, failed: 0, retries: 0, reasons: [] },
  ...{ mean: null, p50: null, p95: null, p99: null, waiting: null },
})

describe('the edits of a run', () => {
  it('[RUN-501] are due ten seconds later, and have what came after then', () => {
    const marks = new EditMarks()
    expect(marks.dueMs).toBe(Number.POSITIVE_INFINITY)
    marks.add(2000, ['one'], windowOf(1))
    marks.add(5000, ['two'], windowOf(2))
    expect(marks.dueMs).toBe(12_000)
    marks.end(12_000, windowOf(3))
    expect(marks.list().map(({ after }) => after?.completed)).toEqual([3, undefined])
    expect(marks.dueMs).toBe(15_000)
    marks.end(15_000, windowOf(4))
    expect(marks.list().map(({ before, after }) => [before.completed, after?.completed])).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(marks.dueMs).toBe(Number.POSITIVE_INFINITY)
  })

  it('[RUN-503] are the last hundred', () => {
    const marks = new EditMarks()
    for (let index = 0; index < 105; index += 1) marks.add(index, [`${index}`], windowOf(0))
    expect(marks.list()).toHaveLength(100)
    expect(marks.list()[0]?.words).toEqual(['5'])
  })
})
