import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runInProcess } from '../../src/modules/experiments/experiment-process.ts'
import { runTerminal } from '../support/admin-command.ts'
import { flowBody } from '../support/flows.ts'
import { newFolder } from '../support/new-folder.ts'

const { description: _, ...flow } = flowBody({ simulation: { durationS: 20, replications: 3 } })
const packed = (request: object) => Uint8Array.from(gzipSync(JSON.stringify(request)))
const run = (request: object, signal = new AbortController().signal) =>
  runInProcess({ databaseUrl: undefined, threads: 2 })(packed(request), { claim: 'a', onProgress: () => {}, signal })

describe('the process of an experiment', () => {
  it.each([
    ['simulate', {}],
    ['drill', {}],
    ['sweep', { axes: ['node-b.instances=1..2'] }],
  ] as const)('[API-124] %s finds, to the byte, what the terminal prints', async (kind, asked) => {
    const ran = await run({ kind, design: flow, ...asked })
    if (!('result' in ran)) throw new Error(ran.refused)
    const { report } = JSON.parse(gunzipSync(ran.result).toString()).data
    const file = join(await newFolder('experiment'), `${flow.name}.json`)
    await writeFile(file, JSON.stringify(flow))
    const axes = 'axes' in asked ? asked.axes.flatMap((axis) => ['--set', axis]) : []
    const { output } = await runTerminal([kind, file, ...axes, '--format', 'json', '--threads', '1'])
    expect(JSON.stringify(report, null, 2)).toBe(output)
  })

  it('[API-125] says in words why an experiment cannot be run, with the path', async () => {
    expect(await run({ kind: 'sweep', design: flow })).toEqual({
      refused: 'axes: is missing: at least one property must be varied',
    })
    const empty = { ...flow, nodes: [], edges: [] }
    expect(await run({ kind: 'capacity', design: empty })).toHaveProperty('refused')
  })

  it('[API-139] ends without an answer where the queue of its parts cannot be reached', async () => {
    const apart = runInProcess({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing', threads: 1 })
    const asked = { claim: 'a', onProgress: () => {}, signal: new AbortController().signal }
    await expect(apart(packed({ kind: 'simulate', design: flow }), asked)).rejects.toThrow('ended with code 1')
  })

  it('[API-181] is over when the time is that the design sets, and says so', async () => {
    const simulation = { durationS: 100_000, replications: 1_000, stopAfterS: 1 }
    const design = { ...flow, simulation }
    for (const asked of [{ kind: 'simulate' }, { kind: 'sweep', axes: ['node-b.instances=1..2'] }])
      expect(await run({ design, ...asked })).toEqual({ refused: expect.stringMatching(/^The time was over before/) })
  })

  it('[API-126] ends at once when it is not wanted any more', async () => {
    const abort = new AbortController()
    const long = { ...flow, simulation: { durationS: 100_000, replications: 10 } }
    const ended = run({ kind: 'simulate', design: long }, abort.signal)
    abort.abort()
    await expect(ended).rejects.toThrow('SIGKILL')
  })
})
