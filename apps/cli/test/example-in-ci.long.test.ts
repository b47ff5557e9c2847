import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const EXAMPLE = join(ROOT, 'examples', 'design-in-ci')
const PAGE = readFileSync(join(ROOT, 'docs', 'performance-tests-in-ci.md'), 'utf8')
const [, WORKFLOW = ''] = /```yaml\n([\s\S]*?)```/.exec(PAGE) ?? []
/** Plimsoll stands beside the design already, installed. */
const INSTALLS = 'npm ci --prefix plimsoll'
const COMMANDS = [...WORKFLOW.matchAll(/^ {8}run: (.+)$/gm)].map(([, command = '']) => command)

/** The example repository, checked out in a job. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-ci-'))
  cpSync(EXAMPLE, folder, { recursive: true })
  symlinkSync(ROOT, join(folder, 'plimsoll'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (name: string) => readFileSync(join(folder, name), 'utf8')

function run(command: string) {
  const env = { PATH: process.env.PATH, HOME: folder, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
  return spawnSync('sh', ['-ec', command], { cwd: folder, encoding: 'utf8', env })
}

describe('the example of a test in CI', () => {
  it('[CLI-123] runs the commands of the page as they are written', { timeout: 300_000 }, () => {
    expect(written('.github/workflows/performance.yml')).toBe(WORKFLOW)
    expect(COMMANDS[0]).toBe(INSTALLS)
    expect(COMMANDS).toHaveLength(4)
    for (const command of COMMANDS.slice(1)) {
      const { status, stderr } = run(command)
      expect(status, `${command}\n${stderr}`).toBe(0)
    }
    expect(written('objectives.xml')).toMatch(/<testsuites name="plimsoll simulate" tests="4" failures="0" errors="0"/)
    expect(written('report.html')).toContain('<section class="verdict pass"')
    expect(written('capacity.html')).toContain('Response time by load')
    expect(written('summary.md').match(/^## ✅ Shop/gm)).toHaveLength(3)
  })

  it('[CLI-124] fails the step of the objectives where one is missed', () => {
    const design = written('designs/shop.json')
    writeFileSync(join(folder, 'designs', 'shop.json'), design.replace('p95 < 900 ms', 'p95 < 300 ms'))
    expect(run(COMMANDS[1] ?? '').status).toBe(1)
    expect(written('objectives.xml')).toMatch(/failures="1"[\s\S]*<failure /)
    expect(written('summary.md')).toMatch(/^## ❌ Shop/m)
  })
})
