import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A seed whose flow broke something. */
export interface Failing {
  readonly seed: number
  readonly breach: string
}

/** Tries the flow of each seed, on all cores; gives those that broke something. */
export async function tryMany(seeds: readonly number[]): Promise<readonly Failing[]> {
  const failing: Failing[] = []
  let next = 0
  const work = async () => {
    const worker = new Worker(new URL('./try.worker.ts', import.meta.url))
    for (let seed = seeds[next++]; seed !== undefined; seed = seeds[next++]) {
      const breach = await new Promise<string | null>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject)
        worker.postMessage(seed)
      })
      worker.removeAllListeners('error')
      if (breach !== null) failing.push({ seed, breach })
      if (next % 500 === 0) console.log(`${next} of ${seeds.length} flows, ${failing.length} failing`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failing
}
