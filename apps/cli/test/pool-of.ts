import { poolHere } from '../../../packages/experiments/test/support/pool-here.ts'

/** Replications run on the thread of the test, since a thread of their own loads all modules anew; on threads where words ask for several. */
export function poolOf(words: readonly string[]) {
  const asked = words.indexOf('--threads')
  return asked < 0 || words[asked + 1] === '1' ? { createPool: poolHere } : {}
}
