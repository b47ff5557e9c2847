import { createEdge, createNode } from '@plimsoll/flow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRequestReader, type RunMessage, type RunRequest } from '../../src/features/editor/run/worker/protocol.ts'
import { CHUNK_SIZE, createChunkedSender } from '../../src/features/editor/run/worker/send-in-chunks.ts'

const position = { x: 0, y: 0 }

/** A client and as many servers, each with a connection to the next one. */
function chainOf(count: number) {
  const nodes = Array.from({ length: count }, (_, index) =>
    createNode(index === 0 ? 'Client' : 'Server', { id: `n${index}`, position }),
  )
  const edges = nodes.slice(1).map(({ id }, index) =>
    createEdge('http', {
      id: `e${index}`,
      ends: { source: `n${index}`, target: id, sourceHandle: null, targetHandle: null },
    }),
  )
  return { nodes, edges, simulation: { seed: 7 } }
}

const start = (count: number) => ({ type: 'start', flow: chainOf(count), seed: 1, speed: 1 }) as const

/** What the worker gets, one list for each task of the page; `read` is what it makes of that. */
function handOver() {
  const tasks: RunMessage[][] = []
  const { send, begin, end } = createChunkedSender((message) => tasks.at(-1)?.push(structuredClone(message)))
  const inTask = (act: () => void) => {
    tasks.push([])
    act()
  }
  const runOn = () => {
    while (vi.getTimerCount() > 0) inTask(() => vi.advanceTimersToNextTimer())
  }
  function read(): RunRequest[] {
    const reader = createRequestReader()
    return tasks.flat().flatMap((message) => (reader(message) as RunRequest | null) ?? [])
  }
  return { tasks, inTask, runOn, read, send, begin, end }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('handing a diagram over to the engine', () => {
  it('[RUN-80] sends a flow of 500 nodes at once', () => {
    const { tasks, inTask, begin } = handOver()
    inTask(() => begin(start(CHUNK_SIZE)))
    expect(tasks).toEqual([[start(CHUNK_SIZE)]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([1, 2, 4.5])('[RUN-80] sends %d times 500 nodes in pieces, one in a task, and all arrive', (pieces) => {
    const request = start(pieces * CHUNK_SIZE + 1)
    const { tasks, inTask, runOn, read, begin } = handOver()
    inTask(() => begin(request))
    runOn()
    for (const messages of tasks) {
      expect(messages).toHaveLength(1)
      for (const message of messages) {
        const { nodes, edges } = 'flow' in message ? message.flow : (message as Extract<RunMessage, { type: 'piece' }>)
        expect(Math.max(nodes.length, edges.length)).toBeLessThanOrEqual(CHUNK_SIZE)
      }
    }
    expect(read()).toEqual([request])
  })

  it('[RUN-131] [RUN-129] sends what is asked meanwhile afterwards in order, and the last of successive edits', () => {
    const { inTask, runOn, read, send, begin } = handOver()
    inTask(() => send({ type: 'pause' }))
    expect(read()).toEqual([])
    const [first, second, third] = [3, 4, 5].map(
      (count) => ({ type: 'update', flow: chainOf(count), words: [`${count}`] }) as const,
    )
    inTask(() => begin(start(2 * CHUNK_SIZE)))
    if (first && second && third)
      for (const request of [first, second, { type: 'resume' } as const, third]) send(request)
    runOn()
    expect(read()).toEqual([
      start(2 * CHUNK_SIZE),
      { type: 'pause' },
      { ...second, words: ['3', '4'] },
      { type: 'resume' },
      third,
    ])
    inTask(() => send({ type: 'seen' }))
    expect(read()).toHaveLength(6)
  })

  it('[RUN-130] ends with the run', () => {
    const { tasks, inTask, begin, end } = handOver()
    inTask(() => begin(start(3 * CHUNK_SIZE)))
    end()
    expect(vi.getTimerCount()).toBe(0)
    expect(tasks.flat()).toHaveLength(1)
  })
})
