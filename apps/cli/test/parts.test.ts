import { Stopped, type WorkerPool } from '@plimsoll/experiments'
import { describe, expect, it } from 'vitest'
import { createPartPool, QueueLost } from '../src/experiments/parts/part-pool.ts'
import type { Part, PartAnswer, PartQueue } from '../src/experiments/parts/part-queue.ts'
import { takeParts } from '../src/experiments/parts/take-parts.ts'

/** A queue in this process, as the one in PostgreSQL without its waiting. */
function createQueueHere() {
  const waiting: { readonly id: string; readonly part: Part }[] = []
  const answers = new Map<string, PartAnswer>()
  let ids = 0
  let isWanted = true
  const queue: PartQueue = {
    add: async (_, part) => {
      const id = String(ids++)
      waiting.push({ id, part })
      return id
    },
    take: async () => {
      const next = waiting.shift()
      if (!next) return null
      return {
        ...next,
        isWanted: async () => isWanted,
        answer: async (answer) => void answers.set(next.id, answer),
        release: async () => void waiting.push(next),
      }
    },
    collect: async (wanted) => new Map([...answers].filter(([id]) => wanted.includes(id))),
    end: async () => {},
  }
  return {
    queue,
    waiting,
    answers,
    unwant: () => {
      isWanted = false
    },
  }
}

/** Computes twice the input, or what `compute` says. */
const poolOf = (compute: WorkerPool['compute'] = async (input) => 2 * (input as number)): WorkerPool => ({
  size: 2,
  run: () => Promise.reject(new Error('Nothing runs here.')),
  compute,
})

const untilStopped: WorkerPool['compute'] = (_, signal) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(new Stopped())
    signal?.addEventListener('abort', () => reject(new Stopped()))
  })

function poolOver(queue: PartQueue, pool: WorkerPool) {
  const end = new AbortController()
  const errors: unknown[] = []
  const taking = takeParts({ queue, pool, signal: end.signal, onError: (error) => errors.push(error) })
  const parts = createPartPool({ queue, claim: 'a', size: 8, here: poolOf(async () => 'here') })
  return {
    parts,
    errors,
    end: async () => {
      end.abort()
      await taking
    },
  }
}

describe('parts of experiments', () => {
  it('[API-132] each answer goes to who asked, whoever computed it', async () => {
    const { parts, end } = poolOver(createQueueHere().queue, poolOf())
    expect(await Promise.all([1, 2, 3, 4, 5].map((input) => parts.compute(input)))).toEqual([2, 4, 6, 8, 10])
    await end()
  })

  it('[API-135] one that fails says why', async () => {
    const { parts, end } = poolOver(
      createQueueHere().queue,
      poolOf(async () => {
        throw new Error('There is no flow.')
      }),
    )
    await expect(parts.compute(1)).rejects.toThrow('There is no flow.')
    await end()
  })

  it('[API-134] one of an experiment that is not wanted any more is not computed', async () => {
    const { queue, answers, unwant } = createQueueHere()
    unwant()
    const { parts, end } = poolOver(queue, poolOf(untilStopped))
    await expect(parts.compute(1)).rejects.toThrow('not wanted any more')
    expect([...answers.values()]).toEqual([{ failed: 'It is not wanted any more.' }])
    await end()
  })

  it('[API-136] a worker that is told to end gives back what it has not finished', async () => {
    const { queue, waiting } = createQueueHere()
    const computing = Promise.withResolvers<void>()
    const { parts, end } = poolOver(
      queue,
      poolOf((input, signal) => {
        computing.resolve()
        return untilStopped(input, signal)
      }),
    )
    const stop = new AbortController()
    const computed = parts.compute(7, stop.signal)
    await computing.promise
    expect(waiting).toEqual([])
    await end()
    expect(waiting).toEqual([{ id: '0', part: { compute: 7 } }])
    stop.abort()
    await expect(computed).rejects.toThrow(Stopped)
  })

  it('[API-137] the stages of a run that grows stay in one place', async () => {
    const { queue, waiting } = createQueueHere()
    const ran: unknown[] = []
    const here: WorkerPool = { ...poolOf(), run: async (task) => ran.push(task) as never }
    const parts = createPartPool({ queue, claim: 'a', size: 8, here })
    const task = { task: {} as never, job: { seed: 1 }, worker: 3 }
    await parts.run(task)
    expect(ran).toEqual([task])
    expect(waiting).toEqual([])
  })

  it.each(['add', 'collect'] as const)('[API-139] a queue that cannot be reached is no answer: %s', async (method) => {
    const queue = { ...createQueueHere().queue, [method]: () => Promise.reject(new Error('connection refused')) }
    const parts = createPartPool({ queue, claim: 'a', size: 8, here: poolOf() })
    await expect(parts.compute(1)).rejects.toThrow(QueueLost)
  })

  it('[API-138] what is stopped is not waited for', async () => {
    const { queue } = createQueueHere()
    const parts = createPartPool({ queue, claim: 'a', size: 8, here: poolOf() })
    const stop = new AbortController()
    const computed = parts.compute(1, stop.signal)
    stop.abort()
    await expect(computed).rejects.toThrow(Stopped)
  })
})
