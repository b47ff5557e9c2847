import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeRuns, startEditedRun } from '@plimsoll/event-engine'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommandLine } from '../src/command-line.ts'
import { poolOf } from './pool-of.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-replay-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const at = { x: 0, y: 0 }
const users = (concurrentUsers: number) =>
  createNode('Client', { id: 'c', position: at, settings: { label: 'Browser', concurrentUsers } })
const api = createNode('Server', { id: 's', position: at, settings: { label: 'API' } })
const way = createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })
const SHOP: Flow = { nodes: [users(20), api], edges: [way] }
const BUSY: Flow = { ...SHOP, nodes: [users(200), api] }
const LOST: Flow = { nodes: [users(20)], edges: [] }
const SECONDS = 20

function save(name: string, content: unknown): string {
  writeFileSync(join(FOLDER, name), JSON.stringify(content))
  return name
}

function recorded(...edits: readonly Flow[]) {
  const started = startEditedRun({ flow: SHOP, seed: 3, durationMs: SECONDS * 1000 })
  if (!started.ok) throw new Error(JSON.stringify(started.faults))
  const { run } = started
  for (const [index, flow] of edits.entries()) {
    run.advance((index + 1) * 5000)
    run.apply(flow)
  }
  run.advance(SECONDS * 1000)
  return run
}

const simulate = (...words: readonly string[]) =>
  runCommandLine({
    words: ['simulate', ...words],
    environment: {},
    folder: FOLDER,
    readInput: async () => '',
    ...poolOf(words),
    tell: () => {},
  })

describe('plimsoll simulate --replay', () => {
  it('[CLI-70] [CLI-340] lets a run happen again, and reports all of it', async () => {
    const run = recorded(BUSY, SHOP)
    const file = save('run.json', { name: 'Shop', ...run.log() })
    const { flow, settings, model, notes } = run.simulated
    const report = mergeRuns({
      name: 'Shop',
      flow,
      settings: { ...settings, durationMs: SECONDS * 1000, warmUpMs: 0 },
      model,
      notes,
      outcomes: [run.outcome()],
    })
    const again = await simulate('--replay', file, '--format', 'json')
    expect(again.output).toBe(JSON.stringify(report, null, 2))
    expect(report.figures.offered?.mean).toBeGreaterThan(50)
  })

  it('[CLI-70] reports a run at whose end nothing makes requests', async () => {
    const again = await simulate('--replay', save('lost.json', { name: 'Shop', ...recorded(LOST).log() }))
    expect([again.code, again.errors]).toEqual([0, undefined])
    expect(again.output).not.toContain('NaN')
  })

  it('[CLI-71] of a run without edits is the report of its flow, duration and seed', async () => {
    const file = save('plain.json', { name: 'Shop', ...recorded().log() })
    const flow = save('shop.json', { name: 'Shop', ...SHOP })
    const words = ['--duration', `${SECONDS}s`, '--warmup', '0%', '--replications', '1', '--seed', '3']
    const [again, plain] = [await simulate('--replay', file), await simulate(flow, ...words)]
    expect(again.code).toBe(0)
    expect(again.output).toBe(plain.output)
    for (const format of ['csv', 'json', 'html'].map((one) => ['--format', one])) {
      const [{ output }, { output: ofFlow }] = [
        await simulate('--replay', file, ...format),
        await simulate(flow, ...words, ...format),
      ]
      expect(output).toBe(ofFlow)
    }
  })

  it('[CLI-72] [CLI-341] takes no flow, and no option that would make it another run', async () => {
    const file = save('run.json', recorded().log())
    const other = await simulate('--replay', file, '--seed', '4', '--duration', '5s', '--arrivals', 'closed')
    expect(other).toMatchObject({ code: 2, errors: '--duration, --seed, --arrivals: not with --replay' })
    const both = await simulate('shop.json', '--replay', file)
    expect(both.code).toBe(2)
    expect(both.errors).toContain('shop.json: one argument too many.')
    expect((await simulate()).errors).toContain('FLOW.json missing.')
  })

  it('[CLI-73] refuses a file that holds no run, and an edit that cannot be simulated', async () => {
    const log = recorded(BUSY).log()
    const faultOf = async (content: unknown) => {
      const { code, errors } = await simulate('--replay', save('wrong.json', content))
      return [code, errors?.replaceAll(FOLDER, '')]
    }
    const no = (fault: string) => [2, `/wrong.json is no run that can happen again: ${fault}`]
    expect(await faultOf(SHOP)).toEqual(no('it holds no flow and its edits'))
    expect(await faultOf(null)).toEqual(no('it holds no flow and its edits'))
    expect(await faultOf({ ...log, engine: 'live' })).toEqual(no('it is not one of the event engine'))
    expect(await faultOf({ ...log, seed: 1.5 })).toEqual(no('its seed is no whole number'))
    expect(await faultOf({ ...log, untilMs: undefined })).toEqual(no('it does not say how long it was'))
    const late = { atMs: 1e9, flow: SHOP }
    expect(await faultOf({ ...log, edits: [late] })).toEqual(
      no('edit 1 is not at a time of the run, or before the one before'),
    )
    const strayed = { ...SHOP, simulation: { faults: [{ node: 'x', atS: 1, forS: 1 }] } }
    expect(await faultOf({ ...log, edits: [...log.edits, { atMs: 6000, flow: strayed }] })).toEqual([
      2,
      '/wrong.json, edit 2 cannot be simulated:\n  simulation.faults.0.node names no component of this flow: "x"',
    ])
  })
})
