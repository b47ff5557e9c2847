import { DEFAULT_SETTINGS } from '@plimsoll/event-engine'
import { createEdge, createNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { createThreadsAndHere } from '../src/simulate/events/threads.ts'

const at = { x: 0, y: 0 }
const flow = {
  nodes: [createNode('Client', { id: 'c', position: at }), createNode('Server', { id: 's', position: at })],
  edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
}
const task = (durationMs: number) => ({ flow, settings: { ...DEFAULT_SETTINGS, durationMs, warmUpMs: 0 } })

it('[CLI-21] a signal is heard within a run in the same thread', async () => {
  const { here } = createThreadsAndHere(2)
  const heard: string[] = []
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGUSR2', () => {
      heard.push('signal')
      resolve()
    })
  })
  const onProgress = (share: number) => {
    if (heard.length > 0) return
    expect(share).toBeLessThan(0.5)
    heard.push('progress')
    process.kill(process.pid, 'SIGUSR2')
  }
  const run = here?.run({ task: task(1_000_000), job: { seed: 1 } }, onProgress).then(() => heard.push('end'))
  await Promise.all([run, signalled])
  expect(heard).toEqual(['progress', 'signal', 'end'])
})

it('[EXP-2] nothing of a run that was stopped in the same thread goes on, and the next one has its own outcome', async () => {
  const { here } = createThreadsAndHere(1)
  const stopping = new AbortController()
  const stopped = here?.run({ task: task(60_000), job: { seed: 1 } }, undefined, stopping.signal)
  stopping.abort()
  await expect(stopped).rejects.toThrow()
  const shared = task(10_000)
  const next = await Promise.all([101, 102].map((seed) => here?.run({ task: shared, job: { seed } })))
  expect(next.map((outcome) => [outcome?.seed, outcome?.slices.durationMs])).toEqual([
    [101, 10_000],
    [102, 10_000],
  ])
})
