import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentOf, savedFlow } from './event-flows.ts'
import { median } from './harness.ts'

const ROOT = join(import.meta.dirname, '..')
const PLIMSOLL = join(ROOT, 'node_modules', '.bin', 'plimsoll')
const ROUNDS = 5
const RUN = ['--duration', '60s', '--replications', '10']

/**
 * CPU seconds of the terminal's command with all its processes and threads, from a cold start: the three-tier template as text and as
 * JSON, and `--version`.
 */
export async function bench(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  try {
    const file = join(folder, 'three-tier.json')
    const { nodes, edges } = savedFlow('three-tier')
    writeFileSync(file, JSON.stringify(documentOf(nodes, edges)))
    const commands = {
      text: ['simulate', file, ...RUN],
      json: ['simulate', file, ...RUN, '--format', 'json'],
      version: ['--version'],
    }
    const taken = { text: [] as number[], json: [] as number[], version: [] as number[] }
    // In turns; the first round makes the bundle where there is none.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const name of ['text', 'json', 'version'] as const) {
        const seconds = cpuSecondsOf(commands[name])
        if (round > 0) taken[name].push(seconds)
      }
    const { text, json } = taken
    return {
      'terminal.simulate.cpuSeconds': median(text),
      'terminal.simulate.jsonToText': median(json.map((seconds, round) => seconds / (text[round] ?? 0))),
      'terminal.version.cpuSeconds': median(taken.version),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of the command and all that it starts, as the shell tells it; throws where it fails. */
function cpuSecondsOf(args: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', '"$@" > /dev/null && times', 'sh', PLIMSOLL, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`plimsoll ${args.join(' ')} failed:\n${stderr}`)
  const ofChildren = stdout.trim().split('\n').at(-1) ?? ''
  const times = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
}
