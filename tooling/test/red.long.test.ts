import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import vitestConfig from '../../vitest.config.ts'
import { checkProofs } from '../check-proofs.ts'
import { tallyOf } from '../lib/reports.ts'
import { runPlaywright, runVitest } from '../lib/suites.ts'
import { folderWith } from './folder.ts'

const PROJECTS = (vitestConfig.test?.projects ?? []).map((project) => (project as { test: { name: string } }).test.name)

/** Runs the test files of these names in `tooling/test/planted` or `e2e/planted` as `npm test` runs all. */
async function runPlanted(runner: typeof runVitest, names: readonly string[], choice: readonly string[] = []) {
  const reports = mkdtempSync(join(tmpdir(), 'planted-'))
  onTestFinished(() => rmSync(reports, { recursive: true }))
  const config = runner === runVitest ? 'tooling/test/planted/vitest.config.ts' : 'e2e/planted/playwright.config.ts'
  const ended = await runner(choice, { config, reports, env: { PLANTED: names.join(' ') }, show: false })
  return { code: ended.code, tally: tallyOf('planted', ended) }
}

describe('a fault in a test', () => {
  it('[OPS-42] [OPS-43] in any project of vitest, a failing test and an unhandled rejection are failures', async () => {
    const { code, tally } = await runPlanted(runVitest, ['failing', 'rejecting'])
    expect(PROJECTS).toEqual(['unit', 'pure', 'long', 'server'])
    const names = tally.failures.map(({ name }) => name)
    for (const project of PROJECTS) expect(names).toContain(`[${project}] › tooling/test/planted/failing.ts › fails`)
    const rejections = tally.failures.filter(({ name }) => name === 'vitest › Unhandled Rejection')
    expect(rejections.map(({ message }) => message.split('\n')[0])).toEqual(
      PROJECTS.map(() => 'Error: nobody handles this'),
    )
    expect(tally.failures).toHaveLength(2 * PROJECTS.length)
    expect(code).toBe(1)
  })

  it('[OPS-44] in any project of vitest, the end of a worker is a failure of its tests', async () => {
    const { code, tally } = await runPlanted(runVitest, ['killed'])
    const names = tally.failures.map(({ name }) => name)
    for (const project of PROJECTS)
      expect(names).toContain(`[${project}] › tooling/test/planted/killed.ts › has its process killed`)
    expect(tally.passed).toBe(0)
    expect(code).toBe(1)
  })

  it('[OPS-42] [OPS-43] [OPS-44] [OPS-305] in the browser suite, each is a failure', async () => {
    const planted = ['failing', 'flaky', 'rejecting', 'teardown', 'exiting', 'killed']
    const { code, tally } = await runPlanted(runPlaywright, planted)
    for (const name of planted)
      expect(tally.failures).toContainEqual({
        name: expect.toSatisfy((text: string) => text.startsWith(`[${name}]`) || text === 'browser tests'),
        message: expect.stringContaining(MESSAGES[name] ?? name),
      })
    expect(tally.failures).toHaveLength(planted.length)
    expect(code).toBe(1)
  })

  it('[OPS-43] in the browser suite, a file that cannot be loaded is a failure', async () => {
    const { code, tally } = await runPlanted(runPlaywright, ['throwing'])
    expect(tally.failures).toEqual([
      { name: 'browser tests', message: expect.stringContaining('this file cannot be loaded') },
    ])
    expect(code).toBe(1)
  })
})

const MESSAGES: Record<string, string> = {
  failing: 'Expected: 2',
  flaky: 'It passed only when it was tried again.',
  rejecting: 'nobody handles this',
  teardown: 'the server did not stop in good order',
  exiting: 'worker process exited unexpectedly (code=0',
  killed: 'worker process exited unexpectedly (code=null, signal=SIGKILL)',
}

describe('a test that proves nothing', () => {
  const rules = Array.from({ length: 14 }, (_, index) => `- **[${'FAK'}-${index + 1}]** Something holds.\n`)

  it.each([
    ['vitest', runVitest, ['--project=unit']],
    ['Playwright', runPlaywright, []],
  ])('[OPS-14] [OPS-48] [OPS-49] of %s covers no rule', async (_, runner, choice) => {
    const { tally } = await runPlanted(runner, ['fakes'], choice)
    const root = folderWith({ 'docs/spec/fakes.md': rules.join('') })
    const { faults, skipped } = checkProofs(tally.tests ?? [], { root, isWhole: true })
    const unproven = Array.from({ length: 10 }, (__, index) => index + 1)
    expect(faults.split('\n')).toEqual(
      unproven.map((n) => `docs/spec/fakes.md:${n} [FAK-${n}] is proven by no test that ran and passed`),
    )
    expect(skipped).toEqual([`[${'FAK'}-11] no such disk`])
    expect(tally.failures).toContainEqual({
      name: expect.stringContaining('has an empty body'),
      message: expect.stringMatching(/expected any number of assertion, but got none|It expected nothing/),
    })
  })
})
