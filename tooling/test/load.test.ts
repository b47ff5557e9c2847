import { expect, it } from 'vitest'
import { together } from '../../apps/server/test/fairness/honest.ts'
import { faultOfFigure, type Load } from '../../apps/server/test/load/load.ts'
import { judgePeople, judgeRefusals } from '../../apps/server/test/load/people.ts'
import { describeRow, faultsOfRow, LOAD_ROWS } from '../../apps/server/test/load/run-load-row.ts'
import { loadSection } from '../lib/load-page.ts'

const SEEN = {
  answered: {
    ...{ list: [20, 20], load: [30], save: [150], create: [], remove: [], profile: [], login: [300] },
  },
  ...{ refused: {}, turnedAway: [], refusedAt: 0, unsent: 0, versions: [2] },
}

/** What a judge notes. */
function judged(judge: (load: Load) => void) {
  const outcome = { id: 'LO1', faults: [] as string[], figures: [] as Parameters<Load['figure']>[0][], notes: [] }
  judge({
    figure: (figure: (typeof outcome.figures)[number]) => outcome.figures.push(figure),
    fault: (text: string) => outcome.faults.push(text),
  } as unknown as Load)
  return faultsOfRow(outcome)
}

it('[API-955] has each load of the design, but for the stops, which are among the tests of durability', () => {
  expect(LOAD_ROWS.map(({ id }) => id)).toEqual(['LO1', 'LO2', 'LO3', 'LO4', 'LO5', 'LO7', 'LO8', 'LO9'])
})

it('[API-956] a load holds when every figure keeps its bound', () => {
  expect(judged((load) => judgePeople(load, SEEN))).toEqual([])
  expect(faultOfFigure({ what: 'goodput', value: 80, unit: '%', least: 80 })).toBeUndefined()
})

it('[API-956] a load fails by each of its bounds, and by who was refused', () => {
  const slow = { ...SEEN, answered: { ...SEEN.answered, list: [51], load: [51], save: [201], login: [401] } }
  expect(judged((load) => judgePeople(load, slow))).toEqual([
    'read p95 51 ms, at most 50 ms needed',
    'save p95 201 ms, at most 200 ms needed',
    'login p95 401 ms, at most 400 ms needed',
  ])
  expect(judged((load) => judgePeople(load, { ...SEEN, refused: { 'save 503': 2 } }))).toEqual([
    'refused: 2 × save 503',
  ])
  expect(faultOfFigure({ what: 'goodput', value: 79, unit: '%', least: 80 })).toBe('goodput 79 %, at least 80 % needed')
})

it('[API-956] a load fails where somebody is refused without a time', () => {
  const busy = { ...SEEN, refused: { 'save 503': 2, 'load 500': 1 }, turnedAway: [4, 5] }
  expect(judged((load) => judgeRefusals(load, busy))).toEqual([
    'refused without a Retry-After: 1 of 2 × save 503, 1 × load 500',
  ])
  expect(judged((load) => judgeRefusals(load, { ...busy, refused: { 'save 503': 2 } }))).toEqual([])
})

it('[API-956] what was seen in parts is judged as a whole', () => {
  const busy = { ...SEEN, refused: { 'save 503': 1 }, turnedAway: [4], refusedAt: 7, unsent: 1, versions: [3] }
  expect(together(busy, busy)).toMatchObject({
    answered: { list: [20, 20, 20, 20], login: [300, 300] },
    ...{ refused: { 'save 503': 2 }, turnedAway: [4, 4], refusedAt: 7, unsent: 2, versions: [3] },
  })
})

it('[API-957] a row of the page is replaced by the one of the same load, and others stay', () => {
  const row = (name: string, faults: string[] = []) => ({ name, title: 'people, 10 minutes', text: 'p95 4 ms', faults })
  const at = (commit: string) => ({ commit, date: '2026-11-26' })
  const before = loadSection('', [row('LO2 on SQLite'), row('LO1 on SQLite', ['lost\nmore'])], at('a')).join('\n')
  const after = loadSection(before, [row('LO1 on SQLite')], at('b')).join('\n')
  expect(before).toContain('| LO1 on SQLite | people, 10 minutes | p95 4 ms | lost | a, 2026-11-26 |')
  expect(after.split('\n').slice(-2)).toEqual([
    '| LO1 on SQLite | people, 10 minutes | p95 4 ms | none | b, 2026-11-26 |',
    '| LO2 on SQLite | people, 10 minutes | p95 4 ms | none | a, 2026-11-26 |',
  ])
  expect(
    describeRow({ id: 'LO8', faults: [], figures: [{ what: 'p95', value: 4, unit: 'ms' }], notes: ['9 KiB'] }),
  ).toBe('p95 4 ms, 9 KiB')
})
