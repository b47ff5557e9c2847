import type { TestContext } from 'vitest'

/** The first of the seeds that are tried. */
export const FIRST_SEED = Number(process.env.TEST_SEED ?? 1)

/** Notes with the result of a test what it measured. */
export function measured(task: TestContext['task'], text: string): void {
  task.meta.measured = task.meta.measured ? `${task.meta.measured}; ${text}` : text
}

declare module 'vitest' {
  interface TaskMeta {
    measured?: string
  }
}
