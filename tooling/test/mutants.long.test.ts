import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listFaults, namedFaults, raisedScores, scoreFaults, scoresOf } from '../mutants/judge.ts'
import { type Mutant, mutantsOf, sampleOf } from '../mutants/mutant.ts'
import { namedMutants } from '../mutants/named.ts'
import { tryMutants, type Verdict } from '../mutants/try-mutants.ts'
import { folderWith } from './folder.ts'

const SOURCE = `export function sumTo(limit: number): number {
  let sum = 0
  for (let next = 1; next <= limit; next += 1) sum += next
  return sum
}
export const isLarge = (amount: number): boolean => amount > 10
export function unused(): number {
  return 2 * 3
}
`
const TEST = `import { expect, it } from 'vitest'
import { isLarge, sumTo } from '../src/sum.ts'
it('sums', () => expect(sumTo(3)).toBe(6))
it('compares', () => expect([isLarge(5), isLarge(50)]).toEqual([false, true]))
`
const AREA = { name: 'fixture', sources: ['src/*.ts'], tests: ['test/*.test.ts'], inputs: ['src/*.ts'], sample: 5 }
/** Starts vitest several times, in processes of their own. */
const PATIENCE = { timeout: 240_000 }
const FIXTURE = { 'src/sum.ts': SOURCE, 'test/sum.test.ts': TEST }

it(
  '[OPS-70] [OPS-71] [OPS-94] [OPS-307] tells mutants that are killed, that hang, that survive and that no test reaches; goes on where it was',
  PATIENCE,
  async () => {
    const root = folderWith(FIXTURE)
    const all = mutantsOf('fixture', 'src/sum.ts', SOURCE)
    const change = (operator: string, text: string) => all.find((one) => one.operator === operator && at(one) === text)
    const mutants = [
      change('comparison', '<='),
      change('comparison', '>'),
      change('arithmetic', '*'),
      change('arithmetic', '+='),
    ].filter((one) => one !== undefined)
    const tried: string[] = []
    const attempt = async (spared = new Set<string>()) => {
      tried.length = 0
      const verdicts = await tryMutants({
        root,
        mutants,
        sources: ['src/sum.ts'],
        tests: { fixture: AREA.tests },
        inputs: { fixture: ['src/*.ts'] },
        cache: join(root, '.cache'),
        workers: 1,
        patience: 1000,
        spared,
        onVerdict: (mutant, _, isNew) => isNew && tried.push(at(mutant)),
      })
      return mutants.map((mutant) => verdicts.get(mutant)?.verdict)
    }
    expect(await attempt()).toEqual(['failed', 'survived', 'not covered', 'timed out'])
    expect(readFileSync(join(root, 'src/sum.ts'), 'utf8')).toBe(SOURCE)
    expect(await attempt()).toEqual(['failed', 'survived', 'not covered', 'timed out'])
    expect(tried).toEqual([])
    const known = new Set(mutants.slice(0, 2).map(({ id }) => id))
    writeFileSync(join(root, 'test/sum.test.ts'), `${TEST}\n`)
    expect(await attempt(known)).toEqual(['survived', 'survived', 'not covered', 'timed out'])
    expect(tried).toEqual(['+='])
    writeFileSync(join(root, 'test/sum.test.ts'), `${TEST}it('is exact', () => expect(isLarge(10)).toBe(false))\n`)
    expect(await attempt()).toEqual(['failed', 'failed', 'not covered', 'timed out'])
    expect(tried).toContain('>')
  },
)

it('[OPS-70] does not judge mutants by a test that fails without them', PATIENCE, async () => {
  const root = folderWith({ ...FIXTURE, 'test/sum.test.ts': TEST.replace('toBe(6)', 'toBe(7)') })
  const mutants = sampleOf(AREA, { root, seed: 1, size: 1 })
  const attempt = tryMutants({
    root,
    mutants,
    sources: ['src/sum.ts'],
    tests: { fixture: AREA.tests },
    inputs: { fixture: ['src/*.ts'] },
    cache: join(root, '.cache'),
    workers: 1,
  })
  await expect(attempt).rejects.toThrow('test/sum.test.ts fails without any mutant')
})

it('[OPS-72] draws the same sample for a seed, also where the code has moved', () => {
  const ids = (files: Record<string, string>, seed: number) =>
    sampleOf(AREA, { root: folderWith(files), seed, size: 5 }).map(({ id }) => id)
  const sample = ids(FIXTURE, 1)
  expect(sample).toHaveLength(5)
  expect(ids(FIXTURE, 1)).toEqual(sample)
  expect(ids({ 'src/sum.ts': `const first = null\n${SOURCE}` }, 1)).toEqual(sample)
  expect(ids(FIXTURE, 2)).not.toEqual(sample)
})

it('[OPS-308] mutates code, not types, names, or the messages of errors', () => {
  const source = `import type { One } from 'one'
const one: Record<'two', 3> = { 'four-four': five as 'six' }
if (one) throw new Error('seven')
`
  expect(mutantsOf('fixture', 'one.ts', source).map(({ operator }) => operator)).toEqual(['negate condition'])
})

const [killed, alive, other] = mutantsOf('fixture', 'src/sum.ts', SOURCE) as [Mutant, Mutant, Mutant]
const verdicts = new Map<Mutant, Verdict>([
  [killed, { verdict: 'failed' }],
  [alive, { verdict: 'survived' }],
])

it('[OPS-73] fails below four killed of five, or below what was recorded', () => {
  const score = (count: number) => ({ all: { killed: count, total: 100 } })
  expect(scoresOf(verdicts)).toEqual({ fixture: { killed: 1, total: 2 }, all: { killed: 1, total: 2 } })
  expect(scoreFaults(score(80), {})).toEqual([])
  expect(scoreFaults(score(79), {})).toHaveLength(1)
  expect(scoreFaults(score(85), score(85))).toEqual([])
  expect(scoreFaults(score(84), score(85))).toHaveLength(1)
})

it('[OPS-89] records only scores that did not fall', () => {
  const recorded = { engine: { killed: 85, total: 100 }, canvas: { killed: 90, total: 100 } }
  const scores = {
    engine: { killed: 84, total: 100 },
    canvas: { killed: 92, total: 100 },
    all: { killed: 88, total: 100 },
  }
  expect(raisedScores(scores, recorded)).toEqual({ ...recorded, canvas: scores.canvas, all: scores.all })
})

it('[OPS-74] [OPS-309] fails on a survivor without a reason, and on a listed one that is killed or gone', () => {
  const listed = ({ id }: Mutant, reason = 'changes nothing') => ({ id, mutant: '', reason })
  expect(listFaults(verdicts, [listed(alive)], { isWhole: true })).toEqual([])
  expect(listFaults(verdicts, [], { isWhole: true })).toHaveLength(1)
  expect(listFaults(verdicts, [listed(alive, ' ')], { isWhole: true })).toHaveLength(1)
  expect(listFaults(verdicts, [listed(alive), listed(killed)], { isWhole: true })).toHaveLength(1)
  expect(listFaults(verdicts, [listed(alive), listed(other)], { isWhole: true })).toHaveLength(1)
  expect(listFaults(verdicts, [listed(alive), listed(other)], { isWhole: false })).toEqual([])
})

it('[OPS-310] fails on a named fault that no test notices', () => {
  expect(namedFaults(verdicts, [killed])).toEqual([])
  expect(namedFaults(verdicts, [killed, alive])).toEqual([`No test notices this fault: ${alive.operator}`])
})

it('[OPS-311] refuses a named fault whose text does not stand once in its file', () => {
  const root = folderWith(FIXTURE)
  const fault = { name: 'a fault', area: 'fixture', file: 'src/sum.ts', replacement: '' }
  expect(namedMutants([{ ...fault, text: 'sum += next' }], root)).toHaveLength(1)
  expect(() => namedMutants([{ ...fault, text: 'sum += last' }], root)).toThrow('0 times')
  expect(() => namedMutants([{ ...fault, text: 'sum' }], root)).toThrow('not once')
})

function at({ start, end }: Mutant): string {
  return SOURCE.slice(start, end)
}
