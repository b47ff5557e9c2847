import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'
import { runInProcess } from './run-in-process.ts'

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
      createNode('Client', { id: 'c', position: at, settings: { label: '<i>Browser &amp;', concurrentUsers: 20 } }),
      createNode('Server', { id: 's', position: at, settings: { label: 'API | 1' } }),
    ],
    edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
  }),
)

const OBJECTIVES = ['--slo', 'p50<60s', '--slo', 'mean<1ms', '--slo', 'errorRate<50%']

const SHORT = ['simulate', 'shop.json', '--duration', '20s', '--replications', '3']

const simulate = (words: readonly string[], environment?: NodeJS.ProcessEnv) =>
  runInProcess(FOLDER, [...SHORT, ...words], environment)

/** The command as a process that appends to a file. */
function simulateInto(file: string, words: readonly string[], env: NodeJS.ProcessEnv): void {
  const stdout = openSync(file, 'a')
  spawnSync(process.execPath, [COMMAND, ...SHORT, ...words], {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  })
  closeSync(stdout)
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
  it('[CLI-38] writes JUnit XML with a test case for the simulation and for each objective', async () => {
    const { status, stdout } = await simulate(['--engine', engine, '--format', 'junit', ...OBJECTIVES])
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

  it('[CLI-39] [CLI-334] writes a summary in Markdown', async () => {
    const { stdout } = await simulate(['--engine', engine, '--format', 'markdown', ...OBJECTIVES])
    expect(stdout).toMatch(/^## ❌ \\<b\\>&"Shop" \\\| 'x' \\_y\\_ \n/)
    expect(stdout).toMatch(/^\| mean \\< 1 ms \| ❌ missed \| [\d.,]+ ms/m)
    expect(stdout).toMatch(/^\| p99 \| ([\d.,]+|–) \|/m)
    expect(stdout).toContain('API \\| 1')
    expect(stdout).not.toMatch(/(?<!\\)<[bi]>/)
    expect(stdout).not.toMatch(/(?<!\\)&amp;/)
    expect(stdout).toContain('Browser \\&amp;')
  })

  it('[CLI-40] appends the summary to the file of GITHUB_STEP_SUMMARY, but once', async () => {
    const file = join(FOLDER, `${engine}.md`)
    writeFileSync(file, 'Before\n')
    const env = { GITHUB_STEP_SUMMARY: file }
    const { stdout } = await simulate(['--engine', engine, '--format', 'junit', ...OBJECTIVES], env)
    expect(stdout).toMatch(/^<\?xml/)
    const written = readFileSync(file, 'utf8')
    expect(written).toMatch(/^Before\n## ❌ /)
    simulateInto(file, ['--engine', engine, '--format', 'markdown', ...OBJECTIVES], env)
    expect(readFileSync(file, 'utf8').match(/^## ❌/gm)).toHaveLength(2)
  })

  it('[CLI-41] [CLI-336] writes one HTML file that loads nothing and runs nothing, with plots and their values', async () => {
    const { stdout } = await simulate(['--engine', engine, '--format', 'html', ...OBJECTIVES])
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
  it('[CLI-65] [CLI-337] [EXP-372] plots a histogram of the response times, percentiles over time, and lists the changes', async () => {
    const faults = ['--fault', 'outage:s@10s..12s', '--load', '30rps@14s..15s']
    const { stdout } = await simulate(['--format', 'html', '--slo', 'p95<200ms', ...faults])
    expect(stdout).toMatch(/Response times <span class="unit">ms, logarithmic<\/span>[\s\S]*?<rect class="bar"/)
    expect(stdout.match(/<path class="limit limit0" d="M[\d.]+ [\d.]+V/g)).toHaveLength(1)
    expect(stdout).toContain('<path class="limit limit0" d="M0 5h24"/></svg>p95 &lt; 200 ms</li>')
    expect(stdout).toMatch(/Response time over time[\s\S]*?<path class="line line1" d="M0 5h24"\/><\/svg>p50<\/li>/)
    expect(stdout).toMatch(
      /Shaded: warm-up \(0 to 2 s\), outage of [^,]* \(10 to 12 s\), load of 30 rps \(14 to 15 s\)/,
    )
    expect(stdout).toMatch(
      /<h2>Changes of breakers and instances<\/h2>[\s\S]*?<td class="number">10<\/td><td>2<\/td><td>0<\/td>/,
    )
  })

  it('[CLI-87] shows where the time goes and the slowest requests as bars, beside their figures', async () => {
    const { stdout } = await simulate(['--format', 'html', '--duration', '200s'])
    expect(stdout).toMatch(
      /<figure class="steps"><figcaption id="bars-0">Where the mean response of [\d.,]+ ms goes[^<]*</,
    )
    const traces = [...stdout.matchAll(/<summary id="trace-\d">([^<]*)/g)].map(([, text]) => text)
    expect(traces).toHaveLength(5)
    expect(traces[0]).toMatch(/^[\d.,]+ ms: \w+ request [\d,]+ of &lt;i&gt;Browser &amp;amp;, run with seed \d/)
    expect(stdout).toMatch(
      /<th scope="row" style="--depth: 1">API \| 1<\/th><td><div><span class="track" aria-hidden="true"><span class="line0" style="--from: [\d.]+%; --length: [\d.]+%">/,
    )
    expect(stdout).toMatch(/<span class="text">[\d.,]+ ms from [\d.,]+ ms on/)
  })

  it('[CLI-121] tells what a design with prices costs, by its parts and their sources', async () => {
    const flow = JSON.parse(readFileSync(join(FOLDER, 'shop.json'), 'utf8'))
    const prices = [{ of: 's', per: 'instanceHour', price: 0.25, source: 'https://prices.example', date: '2026-11-23' }]
    writeFileSync(join(FOLDER, 'priced.json'), JSON.stringify({ ...flow, simulation: { prices } }))
    const priced = async (format: string) =>
      (await runInProcess(FOLDER, ['simulate', 'priced.json', ...SHORT.slice(2), '--format', format])).stdout
    const sentence = 'It costs $0.50 an hour, $365.00 a month of 730 hours, by the prices that were entered.'
    const text = (await priced('text')).replaceAll(/\s+/g, ' ')
    expect(text).toContain(sentence)
    expect(text).toContain('2 instance hour 0.25 0.5')
    expect(JSON.parse(await priced('json')).cost).toMatchObject({ perHour: { mean: 0.5 }, perMonth: { mean: 365 } })
    expect(await priced('csv')).toContain('cost,s,API | 1,,instanceHour.costPerMonth,365,$')
    expect(await priced('html')).toMatch(/<h2>Cost<\/h2>[\s\S]*?<td>https:\/\/prices\.example, 2026-11-23<\/td>/)
    const markdown = await priced('markdown')
    expect(markdown).toContain('### Cost')
    expect(markdown).toContain(sentence)
  })

  it('[CLI-122] draws the knee of the capacity in HTML', async () => {
    const words = ['capacity', 'shop.json', '--duration', '2s', '--replications', '2', '--slo', 'throughput<30rps']
    const { stdout } = await runInProcess(FOLDER, [...words, '--format', 'html'])
    expect(stdout).toMatch(/<svg role="img" aria-labelledby="curves-0" [\s\S]*?<path class="line line0" d="M[\d.,L]+"/)
    expect(stdout).toMatch(/<path class="mark mark0" d="M0 5h24"\/><\/svg>today, [\d.]+ rps<\/li>/)
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('[CLI-120] names in JUnit XML how long runs that grew were in the end', async () => {
    const grown = ['simulate', 'shop.json', '--precision', '1.2%', '--slo', 'mean<60s']
    const run = async (format: string) => (await runInProcess(FOLDER, [...grown, '--format', format])).stdout
    const { quality } = JSON.parse(await run('json'))
    const durationS = (quality.warmUpMs + quality.measuredMs) / 1000
    expect(durationS).toBeGreaterThan(60)
    expect(await run('junit')).toContain(`<property name="durationS" value="${durationS}"/>`)
  })

  it('[CLI-413] says in JUnit XML that the clock ended a run', async () => {
    const junit = (...words: string[]) =>
      runInProcess(FOLDER, ['simulate', 'shop.json', '--slo', 'mean<60s', '--format', 'junit', ...words])
    const ended = '<property name="ended" value="by the clock"/>'
    expect((await junit('--precision', '0.01%', '--budget', '1ms')).stdout).toContain(ended)
    expect((await junit('--budget', '10m')).stdout).not.toContain(ended)
  })

  it('[CLI-66] says in the text when a fault was and how long the system took to recover', async () => {
    const { stdout } = await simulate(['--fault', 'outage:s@10s..12s', '--fault', 'outage:s@14s'])
    expect(stdout).toContain('\nFaults and changes of the load\n')
    expect(stdout).toMatch(/outage of API \| 1 +10 to 12 s +(back to normal|not back to normal)/)
    expect(stdout).toMatch(/outage of API \| 1 +from 14 s on +lasts to the end/)
  })

  it('[CLI-339] says in the text how often breakers opened', async () => {
    const { edges, ...shop } = JSON.parse(readFileSync(join(FOLDER, 'shop.json'), 'utf8'))
    const data = { ...edges[0].data, circuitBreakerEnabled: true, failureProbability: 0.9 }
    writeFileSync(join(FOLDER, 'breaker.json'), JSON.stringify({ ...shop, edges: [{ ...edges[0], data }] }))
    const words = ['simulate', 'breaker.json', '--duration', '20s', '--replications', '2']
    const { stdout } = await runInProcess(FOLDER, [...words, '--fault', 'outage:s@10s..12s'])
    expect(stdout).toMatch(/breaker of [^\n]* opens [\d.]+ × a run/)
  })

  it('[CLI-5] gives the same bytes for the same seed', async () => {
    for (const format of ['html', 'junit', 'markdown']) {
      const [one, other] = await Promise.all(
        ['1', '2'].map((threads) => simulate(['--format', format, '--threads', threads])),
      )
      expect(one?.stdout).toBe(other?.stdout)
    }
  })

  it('[CLI-335] tells that the summary could not be written, and goes on', async () => {
    const { status, stderr, stdout } = await simulate([], { GITHUB_STEP_SUMMARY: '/no/such/folder/x.md' })
    expect(status).toBe(0)
    expect(stdout).toContain('event engine')
    expect(stderr).toContain('GITHUB_STEP_SUMMARY /no/such/folder/x.md cannot be written: ENOENT')
  })
})
