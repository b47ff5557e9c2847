import type { TaskMeta } from 'vitest'
import { seededRandom } from './random.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The results of an attack: one entry for each target. */
    measured?: string
  }
}

/** The seed of everything that a test chooses at random: always the same in the build. */
export const SEED = Number(process.env.TEST_SEED ?? 1)

/** Random numbers of a test. */
export const pinnedRandom = (): (() => number) => seededRandom(SEED)

/** Records a result for the report of `npm run verify:security`. */
export function measured({ meta }: { meta: TaskMeta }, text: string): void {
  meta.measured = text
}

/** One element, by chance. */
export function pick<Element>(random: () => number, from: readonly Element[]): Element {
  const element = from[Math.floor(random() * from.length)]
  if (element === undefined) throw new Error('There is nothing to choose from.')
  return element
}

/** Runs tasks, at most `atOnce` at a time, in their order. */
export async function inParallel<Item>(items: Iterable<Item>, atOnce: number, task: (item: Item) => Promise<void>) {
  const iterator = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await task(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
