import { expect, it } from 'vitest'
import { type Outcome, performAll } from '../mutants/worker-pool.ts'

type Verdict = Outcome['verdict']

/** Performs a, b and c with two workers; what each comes to at each try. */
async function performed(verdicts: Record<string, readonly Verdict[]>) {
  const left = new Map(Object.entries(verdicts).map(([name, each]) => [name, [...each]]))
  const outcomes: [string, Verdict][] = []
  const tries: { name: string; beside: number }[] = []
  let busy = 0
  await performAll(Object.keys(verdicts), {
    start: async () => ({
      async perform({ tests: [name = ''] }) {
        tries.push({ name, beside: busy })
        busy += 1
        await Promise.resolve()
        busy -= 1
        const verdict = left.get(name)?.shift() ?? 'passed'
        return { verdict, by: undefined, message: undefined, cpuMs: 0, blocksRun: {} }
      },
      stop: () => {},
    }),
    workers: 2,
    taskOf: (name) => ({ tests: [name], mutant: null, limits: [1] }),
    onOutcome: (name, { verdict }) => outcomes.push([name, verdict]),
  })
  return { outcomes: Object.fromEntries(outcomes), tries }
}

it('[OPS-91] tries a change again that was late by the wall clock or crashed, and takes what the second try tells', async () => {
  const { outcomes } = await performed({ a: ['late', 'passed'], b: ['late', 'late'], c: ['crashed', 'failed'] })
  expect(outcomes).toEqual({ a: 'passed', b: 'late', c: 'failed' })
})

it('[OPS-92] tries again with no other change beside it', async () => {
  const { tries } = await performed({ a: ['late', 'passed'], b: ['crashed', 'passed'], c: ['failed'] })
  expect(tries.slice(3)).toEqual([
    { name: 'a', beside: 0 },
    { name: 'b', beside: 0 },
  ])
  expect(tries.slice(0, 3).some(({ beside }) => beside > 0)).toBe(true)
})

it('[OPS-91] tries nothing twice that was done, or that used up its processor time', async () => {
  const { tries } = await performed({ a: ['timed out'], b: ['failed'], c: ['passed'] })
  expect(tries).toHaveLength(3)
})
