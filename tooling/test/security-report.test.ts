import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, run } from '../lib/process.ts'
import { describeOutcome, outcomes, playwrightAttacks, SECURITY_ROWS, vitestAttacks } from '../lib/security-report.ts'

/** As titles cite the rows of attacks. */
const cite = (...rows: string[]) => rows.map((row) => `[REL-${row}]`).join(' ')

const vitestReport = (tests: { title: string; status: string; measured?: string }[]) => ({
  testResults: [
    {
      name: 'a.test.ts',
      status: 'passed',
      message: '',
      assertionResults: tests.map(({ title, status, measured }) => ({
        fullName: `a room ${title}`,
        status,
        failureMessages: status === 'failed' ? ['it got in'] : [],
        meta: measured ? { measured } : {},
      })),
    },
  ],
})

describe('the report of the attacks', () => {
  it('[OPS-40] a row holds when each test that cites it has passed', () => {
    const report = vitestReport([
      { title: `${cite('AU1')} one`, status: 'passed', measured: '9 tries' },
      { title: `${cite('AU1', 'AU2')} another`, status: 'passed', measured: '9 tries' },
      { title: `${cite('AU2')} a third`, status: 'failed' },
      { title: `${cite('AU12')} not this one`, status: 'failed' },
      { title: `${cite('AU3')} left out`, status: 'skipped' },
    ])
    const [held, broken, untried] = outcomes(['AU1', 'AU2', 'AU3'], vitestAttacks(report))
    expect(held).toMatchObject({ row: 'AU1', passed: 2, failures: [], measured: ['9 tries'] })
    expect(broken).toMatchObject({ passed: 1, failures: [{ message: 'it got in' }] })
    expect(untried?.failures).toEqual([{ name: 'AU3', message: 'No test attacks this row.' }])
    expect(describeOutcome({ row: 'AU1', passed: 2, failures: [], measured: ['9 tries'] })).toMatch(
      /^ok {3}AU1 {3}2 of 2 tests\n +9 tries$/,
    )
  })

  it('[OPS-40] tests of the browser count for their rows, with what they noted', () => {
    const spec = (title: string, status: string) => ({
      title,
      tests: [
        {
          projectName: 'desktop',
          status,
          results: [{ errors: status === 'expected' ? [] : [{ message: 'an alert opened' }] }],
          annotations: [{ type: 'measured', description: '150 texts' }],
        },
      ],
    })
    const specs = [spec(`${cite('WB4')} texts`, 'expected'), spec(`${cite('WB8')} origins`, 'unexpected')]
    const attacks = playwrightAttacks({ suites: [{ title: 'a.spec.ts', specs }], errors: [] })
    const [held, broken] = outcomes(['WB4', 'WB8'], attacks)
    expect(held).toMatchObject({ passed: 1, failures: [], measured: ['150 texts'] })
    expect(broken).toMatchObject({ passed: 0, failures: [{ message: 'an alert opened' }] })
  })

  it.each([
    ['security', ['--only', 'AU1,XX9'], 'There is no row XX9.'],
    ['security', ['--size', 'huge'], '--size is small or full.'],
    ['security', ['--seed', 'x'], '--seed is a whole number.'],
    ['live', ['--only', 'AU1'], 'There is no row AU1.'],
    ['live', ['--minutes', 'many'], '--minutes is a whole number.'],
  ])('[OPS-40] verify:%s with %j says what is wrong, and runs nothing', async (name, args, message) => {
    const { code, output } = await run('node', [join(ROOT, `tooling/commands/verify-${name}.ts`), ...args])
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  })

  it('[OPS-40] knows each row once', () => {
    expect(new Set(SECURITY_ROWS).size).toBe(SECURITY_ROWS.length)
    expect(SECURITY_ROWS).toHaveLength(72)
  })
})
