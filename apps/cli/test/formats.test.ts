import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'tooling', 'commands', 'plimsoll.mjs')
const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-formats-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const NASTY = `<b>&"Shop" | 'x' _y_\u0007`
const at = { x: 0, y: 0 }
writeFileSync(
  join(FOLDER, 'shop.json'),
  JSON.stringify({
    name: NASTY,
    nodes: [
      createNode('Client', { id: 'c', position: at, settings: { label: '<i>Browser', concurrentUsers: 20 } }),
      createNode('Server', { id: 's', position: at, settings: { label: 'API | 1' } }),
    ],
    edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
  }),
)

const OBJECTIVES = ['--slo', 'p50<60s', '--slo', 'mean<1ms', '--slo', 'errorRate<50%']

function simulate(words: readonly string[], { env = {}, stdout = 'pipe' as 'pipe' | number } = {}) {
  return spawnSync(
    process.execPath,
    [COMMAND, 'simulate', 'shop.json', '--duration', '20s', '--replications', '3', ...words],
    { cwd: FOLDER, encoding: 'utf8', env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', stdout, 'pipe'] },
  )
}

const escaped = (text: string) =>
  text
    .replace('\u0007', ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

describe.each(['events', 'live'])('the formats of --engine %s', (engine) => {
  it('[CLI-38] writes JUnit XML with a test case for the simulation and for each objective', () => {
    const { status, stdout } = simulate(['--engine', engine, '--format', 'junit', ...OBJECTIVES])
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="plimsoll simulate" tests="4" failures="1" errors="0"/,
    )
    expect(stdout).toContain(
      `<testsuite name="${escaped(NASTY)}" tests="4" failures="1" errors="0" time="0" skipped="0">`,
    )
    expect(stdout.match(/<testcase name="[^"]*"/g)).toEqual([
      '<testcase name="the simulation runs to its end"',
      '<testcase name="p50 &lt; 60,000 ms"',
      '<testcase name="mean &lt; 1 ms"',
      '<testcase name="errorRate &lt; 50 %"',
    ])
    expect(stdout).toMatch(
      /<failure type="missed" message="mean &lt; 1 ms is missed: [\d.,]+ ms( ± [\d.]+)?, [\d.,]+ beyond">/,
    )
    expect(stdout.match(/<failure/g)).toHaveLength(1)
  })

  it('[CLI-39] writes a summary in Markdown', () => {
    const { stdout } = simulate(['--engine', engine, '--format', 'markdown', ...OBJECTIVES])
    expect(stdout).toMatch(/^## ❌ \\<b\\>&"Shop" \\\| 'x' \\_y\\_ \n/)
    expect(stdout).toMatch(/^\| mean \\< 1 ms \| ❌ missed \| ([\d.,]+ ms|certainly above)/m)
    expect(stdout).toMatch(/^\| p99 \| ([\d.,]+|–) \|/m)
    expect(stdout).toContain('API \\| 1')
    expect(stdout).not.toMatch(/(?<!\\)<[bi]>/)
  })

  it('[CLI-40] appends the summary to the file of GITHUB_STEP_SUMMARY, but once', () => {
    const file = join(FOLDER, `${engine}.md`)
    writeFileSync(file, 'Before\n')
    const env = { GITHUB_STEP_SUMMARY: file }
    const { stdout } = simulate(['--engine', engine, '--format', 'junit', ...OBJECTIVES], { env })
    expect(stdout).toMatch(/^<\?xml/)
    const written = readFileSync(file, 'utf8')
    expect(written).toMatch(/^Before\n## ❌ /)
    const handle = openSync(file, 'a')
    simulate(['--engine', engine, '--format', 'markdown', ...OBJECTIVES], { env, stdout: handle })
    closeSync(handle)
    expect(readFileSync(file, 'utf8').match(/^## ❌/gm)).toHaveLength(2)
  })

  it('[CLI-41] writes one HTML file that loads nothing and runs nothing, with plots and their values', () => {
    const { stdout } = simulate(['--engine', engine, '--format', 'html', ...OBJECTIVES])
    expect(stdout).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(stdout).toContain(`<h1>${escaped(NASTY)}</h1>`)
    expect(stdout).toContain('<section class="verdict fail" aria-label="Verdict">')
    expect(stdout).not.toMatch(/<script|<link|<img|@import|url\(|https?:|\son\w+=|<[bi]>/)
    expect(stdout).toContain('(prefers-color-scheme: dark)')
    const plots = stdout.match(/<svg role="img" aria-labelledby="(chart|distribution)-\d"/g) ?? []
    expect(plots.length).toBeGreaterThanOrEqual(2)
    expect(stdout.match(/<details><summary>Values<\/summary>/g)).toHaveLength(plots.length)
    expect(stdout).not.toMatch(/NaN|undefined|Infinity|null/)
  })
})

describe('the formats', () => {
  it('[CLI-65] plots a histogram of the response times, percentiles over time, and lists the changes', () => {
    const faults = ['--fault', 'outage:s@10s..12s', '--load', '30rps@14s..15s']
    const { stdout } = simulate(['--format', 'html', '--slo', 'p95<200ms', ...faults])
    expect(stdout).toMatch(/Response times <span class="unit">ms, logarithmic<\/span>[\s\S]*?<rect class="bars"/)
    expect(stdout).toContain('<p class="bands">Objectives: p95 &lt; 200 ms</p>')
    expect(stdout.match(/<path class="limit"/g)).toHaveLength(1)
    expect(stdout).toMatch(/Response time over time[\s\S]*?<li class="line1">p50<\/li>/)
    expect(stdout).toMatch(
      /Shaded: warm-up \(0 to 2 s\), outage of [^,]* \(10 to 12 s\), load of 30 rps \(14 to 15 s\)/,
    )
    expect(stdout).toMatch(
      /<h2>Changes of breakers and instances<\/h2>[\s\S]*?<td class="number">10<\/td><td>2<\/td><td>0<\/td>/,
    )
  })

  it('[CLI-66] says in the text when a fault was and how long the system took to recover', () => {
    const { stdout } = simulate(['--fault', 'outage:s@10s..12s', '--fault', 'outage:s@14s'])
    expect(stdout).toContain('\nFaults and changes of the load\n')
    expect(stdout).toMatch(/outage of API \| 1 +10 to 12 s +(back to normal|not back to normal)/)
    expect(stdout).toMatch(/outage of API \| 1 +from 14 s on +lasts to the end/)
  })

  it('[CLI-5] gives the same bytes for the same seed', () => {
    for (const format of ['html', 'junit', 'markdown']) {
      const [one, other] = ['1', '2'].map((threads) => simulate(['--format', format, '--threads', threads]))
      expect(one?.stdout).toBe(other?.stdout)
    }
  })

  it('[CLI-40] tells that the summary could not be written, and goes on', () => {
    const { status, stderr, stdout } = simulate([], { env: { GITHUB_STEP_SUMMARY: '/no/such/folder/x.md' } })
    expect(status).toBe(0)
    expect(stdout).toContain('event engine')
    expect(stderr).toContain('GITHUB_STEP_SUMMARY /no/such/folder/x.md cannot be written: ENOENT')
  })
})
