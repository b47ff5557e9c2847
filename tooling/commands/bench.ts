import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { ensureBrowser } from '../lib/browser.ts'
import { ROOT, run, stopTogether } from '../lib/process.ts'
import { buildWeb } from '../lib/web-build.ts'

const FOLDER = join(ROOT, 'benchmarks')
const RESULTS = join(FOLDER, 'results.json')
const MACHINE = join(FOLDER, 'machine.json')

type Results = Record<string, number>

stopTogether()
const names = process.argv.slice(2)
const files = globSync('*.bench.ts', { cwd: FOLDER }).sort()
const chosen = files.filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
if (chosen.length === 0) {
  console.error(
    `No benchmark is called ${names.join(' or ')}. There are: ${files.map((file) => basename(file, '.bench.ts')).join(', ')}.`,
  )
  process.exit(1)
}

const faults = (await ensureBrowser('chromium')) || (await buildWeb())
if (faults) {
  console.error(faults)
  process.exit(1)
}

// A part of the benchmarks updates its own figures and leaves the others as they were, each with the machine that it ran on.
const isWhole = chosen.length === files.length
const results: Results = isWhole ? {} : readJson(RESULTS)
const machines: Record<string, object> = isWhole ? {} : readJson(MACHINE)
for (const file of chosen) {
  const name = basename(file, '.bench.ts')
  console.log(`\n${name}`)
  const figures = await measure(file)
  if (figures) {
    print(figures)
    Object.assign(results, figures)
    machines[name] = thisMachine()
  } else process.exitCode = 1
}
writeJson(RESULTS, results)
writeJson(MACHINE, machines)

function thisMachine(): object {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    measuredAt: new Date().toISOString(),
  }
}

/** Runs one benchmark in a process of its own, so that none warms up or fills the memory of the next. */
async function measure(file: string): Promise<Results | undefined> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const out = join(ROOT, '.cache', `${file}.json`)
  const { code } = await run('node', ['--expose-gc', join(FOLDER, 'run-one.ts'), join(FOLDER, file), out], {
    show: true,
  })
  return code === 0 ? JSON.parse(readFileSync(out, 'utf8')) : undefined
}

function print(figures: Results): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(width)}  ${value.toLocaleString('en', { maximumSignificantDigits: 4 }).padStart(12)}`)
}

function readJson<Value>(path: string): Record<string, Value> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
