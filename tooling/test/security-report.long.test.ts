import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, run } from '../lib/process.ts'
import type { Ended } from '../lib/reports.ts'
import { describeOutcome, outcomes, SECURITY_ROWS } from '../lib/security-report.ts'
import type { TestOutcome } from '../lib/test-run.ts'

/** As titles cite the rows of attacks. */
const cite = (...rows: string[]) => rows.map((row) => `[REL-${row}]`).join(' ')

const testOf = (title: string, status: TestOutcome['status'], measured?: string): TestOutcome => ({
  project: 'server',
  file: 'a.test.ts',
  titles: ['a database', title],
  status,
  message: status === 'failed' ? 'it got in' : '',
  measured,
  ms: 1,
})

const ended = (tests: readonly TestOutcome[], more: Partial<Ended> = {}): Ended => ({
  run: { tests, errors: [] },
  code: 0,
  output: '',
  ...more,
})

describe('the report of the attacks', () => {
  it('[OPS-40] [OPS-320] a row holds when each test that cites it has passed', () => {
    const tests = [
      testOf(`${cite('AU1')} one`, 'passed', '9 tries'),
      testOf(`${cite('AU1', 'AU2')} another`, 'passed', '9 tries'),
      testOf(`${cite('AU2')} a third`, 'failed'),
      testOf(`${cite('AU12')} not this one`, 'failed'),
      testOf(`${cite('AU3')} left out`, 'skipped'),
    ]
    const [held, broken, untried] = outcomes(['AU1', 'AU2', 'AU3'], [ended(tests, { code: 1 })])
    expect(held).toMatchObject({ row: 'AU1', passed: 2, failures: [], measured: ['9 tries'] })
    expect(broken).toMatchObject({ passed: 1, failures: [{ message: 'it got in' }] })
    expect(untried?.failures).toEqual([{ name: 'AU3', message: 'No test attacks this row.' }])
    expect(describeOutcome({ row: 'AU1', passed: 2, failures: [], measured: ['9 tries'] })).toMatch(
      /^ok {3}AU1 {3}2 of 2 tests\n +9 tries$/,
    )
  })

  it('[OPS-320] no row holds when a test runner broke', () => {
    const tests = [testOf(`${cite('WB4')} texts`, 'passed')]
    const runners = [ended(tests), ended([], { run: undefined, code: 137, output: 'Killed' })]
    expect(outcomes(['WB4'], runners)).toMatchObject([
      { passed: 1, failures: [{ message: expect.stringMatching(/no report and ended with code 137.\nKilled/) }] },
    ])
  })

  it.each([
    ['security', ['--only', 'AU1,XX9'], 'There is no row XX9.'],
    ['security', ['--size', 'huge'], '--size is small or full.'],
    ['security', ['--seed', 'x'], '--seed is a whole number.'],
    ['live', ['--only', 'AU1'], 'There is no row AU1.'],
    ['live', ['--minutes', 'many'], '--minutes is a whole number.'],
  ])('[OPS-40] [OPS-322] verify:%s with %j says what is wrong, and runs nothing', async (name, args, message) => {
    const { code, output } = await run('node', [join(ROOT, `tooling/commands/verify-${name}.ts`), ...args])
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  })

  it('[OPS-321] counts the rows in its last line', { timeout: 60_000 }, async () => {
    const command = join(ROOT, 'tooling/commands/verify-security.ts')
    const { code, output } = await run('node', [command, '--only', 'AU12', '--size', 'small'])
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed'])
  })

  it('[OPS-40] knows each row once', () => {
    expect(new Set(SECURITY_ROWS).size).toBe(SECURITY_ROWS.length)
    expect(SECURITY_ROWS).toHaveLength(105)
  })
})
