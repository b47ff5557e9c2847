import { describe, expect, it, vi } from 'vitest'
import { tallyPlaywright, tallyVitest, withExitCode } from '../lib/reports.ts'
import { check, runChecks, runStep, summarize, type Tally } from '../lib/steps.ts'

const NOTHING: Tally = { passed: 0, skipped: 0, failures: [] }

const vitestFile = (name: string, status: string, tests: Record<string, string>) => ({
  name: `/house/${name}`,
  status,
  message: status === 'failed' ? 'cannot be loaded' : '',
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({
    fullName,
    status: state,
    failureMessages: state === 'failed' ? ['expected 1'] : [],
  })),
})

function printed(act: () => unknown): Promise<string[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  return Promise.resolve(act()).then(() => {
    const lines = log.mock.calls.flatMap(([text]) => String(text).split('\n'))
    log.mockRestore()
    return lines
  })
}

describe('counting', () => {
  it('[OPS-11] counts each vitest test, and a file that cannot be loaded as a failure', () => {
    const testResults = [
      vitestFile('a.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'skipped', four: 'todo' }),
      vitestFile('b.test.ts', 'failed', {}),
    ]
    expect(tallyVitest({ testResults }, '/house')).toEqual({
      passed: 1,
      skipped: 2,
      failures: [
        { name: 'a.test.ts › two', message: 'expected 1' },
        { name: 'b.test.ts', message: 'cannot be loaded' },
      ],
    })
  })

  it('[OPS-11] counts each browser test of each project, and one that passed on a second try as a failure', () => {
    const test = (projectName: string, status: string) => ({
      projectName,
      status,
      results: [{ errors: [{ message: '\u001b[31mno\u001b[39m' }] }],
    })
    const suites = [
      {
        title: 'main.spec.ts',
        specs: [{ title: 'draws', tests: [test('desktop', 'expected'), test('small', 'unexpected')] }],
        suites: [
          {
            title: 'library',
            specs: [{ title: 'loads', tests: [test('desktop', 'flaky'), test('small', 'skipped')] }],
          },
        ],
      },
    ]
    expect(tallyPlaywright({ suites, errors: [{ message: 'no such project' }] })).toEqual({
      passed: 1,
      skipped: 1,
      failures: [
        expect.objectContaining({ name: '[small] › main.spec.ts › draws', message: 'no' }),
        expect.objectContaining({ name: '[desktop] › main.spec.ts › library › loads' }),
        { name: 'browser tests', message: 'no such project' },
      ],
    })
  })

  it('[OPS-12] counts a runner that ended badly without a failed test as a failure', () => {
    const passed = { ...NOTHING, passed: 3 }
    expect(withExitCode(passed, { name: 'unit', code: 0, output: '' }).failures).toEqual([])
    expect(withExitCode(passed, { name: 'unit', code: 1, output: 'unhandled' }).failures).toEqual([
      { name: 'unit', message: 'unit ended with code 1.\nunhandled' },
    ])
  })

  it('[OPS-12] counts a step that ran no test, or that broke, as a failure', async () => {
    let tallies: Tally[] = []
    await printed(async () => {
      const broken = async () => {
        throw new Error('gone')
      }
      tallies = [
        await runStep({ name: 'empty', run: async () => NOTHING }),
        await runStep({ name: 'broken', run: broken }),
      ]
    })
    expect(tallies[0]?.failures).toEqual([{ name: 'empty', message: 'No test was run.' }])
    expect(tallies[1]?.failures[0]).toMatchObject({ name: 'broken', message: expect.stringContaining('gone') })
  })

  it('[OPS-13] runs every step though one fails, with a timed line for each', async () => {
    const steps = ['', 'a fault', ''].map((faults, index) => check(`step ${index}`, async () => faults))
    let tallies: Tally[] = []
    const lines = await printed(async () => {
      tallies = await runChecks(steps, 2)
    })
    expect(tallies).toHaveLength(3)
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).sort()).toEqual([
      expect.stringMatching(/^FAIL step 1 \d+\.\d s$/),
      expect.stringMatching(/^ok step 0 \d+\.\d s$/),
      expect.stringMatching(/^ok step 2 \d+\.\d s$/),
    ])
  })

  it.each([
    [
      [
        { ...NOTHING, passed: 2 },
        { ...NOTHING, passed: 3, skipped: 1 },
      ],
      '5 passed, 0 failed',
      0,
    ],
    [
      [
        { ...NOTHING, passed: 2 },
        { ...NOTHING, failures: [{ name: 'unit', message: 'why' }] },
      ],
      '2 passed, 1 failed',
      1,
    ],
  ])(
    '[OPS-11] ends with the sum of all as its last line, and with the exit code',
    async (tallies, lastLine, exitCode) => {
      const before = process.exitCode
      const lines = await printed(() => summarize(tallies))
      const ended = process.exitCode
      process.exitCode = before
      expect(lines.at(-1)).toBe(lastLine)
      expect(ended).toBe(exitCode)
      expect(lines.includes('✗ unit') && lines.includes('    why')).toBe(exitCode === 1)
    },
  )
})
