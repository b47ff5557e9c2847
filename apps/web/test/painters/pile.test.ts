import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { lineOf } from '../../src/features/editor/painters/nodes/node-figures.ts'
import { createPile, pileOf } from '../../src/features/editor/painters/nodes/pile.ts'
import { openSimulation } from '../../src/features/editor/run/worker/open-simulation.ts'

const dotsOf = (waiting: number): number => {
  const { rows, rest } = pileOf(waiting) ?? { rows: 0, rest: 0 }
  return 4 * rows + rest
}

it('[RUN-484] has a dot for each that waits, twelve at most, and the number', () => {
  expect([0, 1, 3, 4, 7, 11, 12, 13, 2345].map(dotsOf)).toEqual([0, 1, 3, 4, 7, 11, 12, 12, 12])
  expect(pileOf(0)).toBeNull()
  expect(pileOf(2345)?.text).toBe('2,345')
})

it.each(['Single-Threaded', 'Event-Loop'])(
  '[RUN-484] grows with the queue before one slot that is overloaded, %s',
  (concurrencyModel) => {
    const position = { x: 0, y: 0 }
    const users = { concurrentUsers: 20, thinkTimeBetweenRequests: 1000 }
    const oneSlot = {
      instances: 1,
      cpuCores: 1,
      concurrencyModel,
      maxConcurrentRequests: 1000,
      averageProcessingTime: 1000,
    }
    const flow: Flow = {
      nodes: [
        createNode('Client', { id: 'client', position, settings: users }),
        createNode('Server', { id: 'server', position, settings: oneSlot }),
      ],
      edges: [createEdge('http', { id: 'edge', ends: { source: 'client', target: 'server' } })],
    }
    const run = openSimulation({ flow, seed: 1 })
    const waiting = [600, 1000, 5000].map((ms) => {
      run.advance(ms, { events: Number.POSITIVE_INFINITY })
      return lineOf(run.snapshot(), 1)?.waiting ?? 0
    })
    const [first = 0, second = 0, last = 0] = waiting
    expect([first > 0, second > first, last > 12], String(waiting)).toEqual([true, true, true])
    expect(waiting.map(dotsOf)).toEqual([first, second, 12])
  },
)

it('[RUN-484] writes only what changed, and nothing is left of it when nobody waits any more', () => {
  const properties: string[] = []
  const element = {
    style: { setProperty: (name: string, value: string) => properties.push(name + value) },
    textContent: '',
  }
  const show = createPile(element as unknown as HTMLElement)
  show(5)
  expect([element.textContent, ...properties]).toEqual(['5', '--rows1', '--rest1'])
  show(5)
  show(20)
  expect(properties.slice(2)).toEqual(['--rows3', '--rest0'])
  show(21)
  expect(properties).toHaveLength(4)
  show(0)
  expect(element.textContent).toBe('')
})
