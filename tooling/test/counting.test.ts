import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { tallyOf } from '../lib/reports.ts'
import { check, runChecks, runStep, summarize, type Tally } from '../lib/steps.ts'
import { readTestRun, type TestOutcome, type TestRun } from '../lib/test-run.ts'
import { folderWith } from './folder.ts'

const NOTHING: Tally = { passed: 0, skipped: 0, failures: [] }

const testOf = (title: string, status: TestOutcome['status'], more: Partial<TestOutcome> = {}): TestOutcome => ({
  project: 'unit',
  file: 'a.test.ts',
  titles: ['counting', title],
  status,
  message: status === 'failed' ? 'expected 1' : '',
  ms: 1,
  ...more,
})

const ended = (run: TestRun | undefined, code = 0, output = '') => tallyOf('unit tests', { run, code, output })

function printed(act: () => unknown): Promise<string[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  return Promise.resolve(act()).then(() => {
    const lines = log.mock.calls.flatMap(([text]) => String(text).split('\n'))
    log.mockRestore()
    return lines
  })
}

describe('counting', () => {
  it('[OPS-45] counts each test of each project, and what went wrong outside of them', () => {
    const tests = [
      testOf('one', 'passed'),
      testOf('two', 'failed'),
      testOf('two', 'failed', { project: 'small' }),
      testOf('three', 'skipped', { reason: 'no disk' }),
    ]
    expect(ended({ tests, errors: [{ name: 'vitest', message: 'unhandled' }] }, 1)).toEqual({
      passed: 1,
      skipped: 1,
      failures: [
        { name: '[unit] › a.test.ts › counting › two', message: 'expected 1' },
        { name: '[small] › a.test.ts › counting › two', message: 'expected 1' },
        { name: 'vitest', message: 'unhandled' },
      ],
      tests,
    })
  })

  it('[OPS-47] counts a runner that ended badly without a failed test as a failure', () => {
    const run = { tests: [testOf('one', 'passed')], errors: [] }
    expect(ended(run).failures).toEqual([])
    expect(ended(run, 139, 'Segmentation fault').failures).toEqual([
      { name: 'unit tests', message: 'unit tests ended with code 139.\nSegmentation fault' },
    ])
  })

  it('[OPS-47] counts a runner that wrote no report as a failure, whatever its exit code', () => {
    expect(ended(undefined, 0, 'bye')).toEqual({
      passed: 0,
      skipped: 0,
      failures: [{ name: 'unit tests', message: 'unit tests wrote no report and ended with code 0.\nbye' }],
      tests: [],
    })
  })

  it('[OPS-47] takes a report that was cut short for none', () => {
    const root = folderWith({ 'whole.json': '{"tests":[],"errors":[]}', 'cut.json': '{"tests":[' })
    expect(readTestRun(join(root, 'whole.json'))).toEqual({ tests: [], errors: [] })
    expect(readTestRun(join(root, 'cut.json'))).toBeUndefined()
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
    '[OPS-11] [OPS-304] [OPS-306] ends with the sum of all as its last line, and with the exit code',
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
