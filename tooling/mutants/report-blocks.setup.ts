import { afterAll } from 'vitest'
import { type BlocksRun, HITS } from './blocks-run.ts'

declare module 'vitest' {
  interface TaskMeta {
    blocksRun?: BlocksRun
  }
}

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to see which fixtures are wanted.
afterAll(({}, { file }) => {
  const hits = (globalThis as Record<string, unknown>)[HITS] as Record<string, Uint8Array> | undefined
  const indexes = (bytes: Uint8Array) => [...bytes].flatMap((byte, index) => (byte ? [index] : []))
  file.meta.blocksRun = Object.fromEntries(
    Object.entries(hits ?? {}).map(([source, bytes]) => [source, indexes(bytes)]),
  )
})
