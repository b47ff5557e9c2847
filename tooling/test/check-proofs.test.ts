import { describe, expect, it } from 'vitest'
import { checkProofs } from '../check-proofs.ts'
import type { TestOutcome } from '../lib/test-run.ts'
import { folderWith } from './folder.ts'

// The ids are put together so that they do not count as citations of this file.
const A1 = `[${'AB'}-1]`
const A2 = `[${'AB'}-2]`

const testOf = (status: TestOutcome['status'], titles: readonly string[], more: Partial<TestOutcome> = {}) => ({
  project: 'unit',
  file: 'packages/some/test/some.test.ts',
  titles,
  status,
  message: '',
  ms: 1,
  ...more,
})

const rule = (id: string) => `- **${id}** Something holds.\n`
const proofsOf = (tests: readonly TestOutcome[], isWhole = true) =>
  checkProofs(tests, {
    root: folderWith({
      'docs/spec/some.md': rule(A1) + rule(A2),
      'packages/some/test/some.test.ts': `it('${A1}')\nit('${A2}')`,
      'e2e/specs/some.spec.ts': `test('${A2}')`,
    }),
    isWhole,
  })

describe('rules and the tests that ran', () => {
  it('[OPS-14] is content with one passed test for each rule, in its title or in that of a describe', () => {
    const tests = [testOf('passed', [`${A1} around`, 'holds']), testOf('passed', ['some', `${A2} holds`])]
    expect(proofsOf([...tests, testOf('skipped', [`${A1} is to come`])])).toEqual({ faults: '', skipped: [] })
  })

  it.each([
    ['no test', []],
    ['a failed test', [testOf('failed', [`${A2} holds`])]],
    ['a test that was skipped without a reason', [testOf('skipped', [`${A2} holds`])]],
    [
      'two tests that were skipped, one of them without a reason',
      [testOf('skipped', [`${A2} one`], { reason: 'no disk' }), testOf('skipped', [`${A2} two`])],
    ],
  ])('[OPS-14] reports a rule that has %s', (_, tests) => {
    expect(proofsOf([testOf('passed', [`${A1} holds`]), ...tests])).toEqual({
      faults: `docs/spec/some.md:2 ${A2} is proven by no test that ran and passed`,
      skipped: [],
    })
  })

  it('[OPS-48] lists a rule whose tests were all skipped for a reason', () => {
    const skipped = ['no disk', 'no ptrace', 'no disk'].map((reason) => testOf('skipped', [`${A1} ${A2}`], { reason }))
    expect(proofsOf([...skipped, testOf('passed', [`${A1} holds`])])).toEqual({
      faults: '',
      skipped: [`${A2} no disk; no ptrace`],
    })
  })

  it('[OPS-52] judges after a part of the tests only rules whose files were all run', () => {
    const skipped = [testOf('skipped', [`${A1} holds`]), testOf('skipped', [`${A2} holds`])]
    expect(proofsOf(skipped, false).faults).toBe(`docs/spec/some.md:1 ${A1} is proven by no test that ran and passed`)
  })
})
