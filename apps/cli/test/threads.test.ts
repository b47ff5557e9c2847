import { DEFAULT_SETTINGS } from '@plimsoll/event-engine'
import { createEdge, createNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { createThreadsAndHere } from '../src/simulate/events/threads.ts'

const at = { x: 0, y: 0 }
const flow = {
  nodes: [createNode('Client', { id: 'c', position: at }), createNode('Server', { id: 's', position: at })],
  edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
}

it('[OPS-362] a signal is heard between two runs in the same thread', async () => {
  const { here } = createThreadsAndHere(2)
  const heard: string[] = []
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGUSR2', () => {
      heard.push('signal')
      resolve()
    })
  })
  const task = { flow, settings: { ...DEFAULT_SETTINGS, durationMs: 1000, warmUpMs: 0 } }
  const runs = [1, 2].map(async (seed) => {
    const outcome = await here?.run({ task, job: { seed } })
    heard.push(`run ${outcome?.seed}`)
    if (seed === 1) process.kill(process.pid, 'SIGUSR2')
  })
  await Promise.all([...runs, signalled])
  expect(heard).toEqual(['run 1', 'signal', 'run 2'])
})
