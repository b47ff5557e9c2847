import type { TestContext } from 'vitest'

/** Whether all is tried, for minutes, or a part of it in seconds. */
export const isFullSize = process.env.ATTACKS === 'full'

/** The first of the seeds that are tried. */
export const FIRST_SEED = Number(process.env.TEST_SEED ?? 1)

/** The test's size: what a full run does, and what every run does. */
export const sized = ({ full, small }: { full: number; small: number }): number => (isFullSize ? full : small)

/** Notes with the result of a test what it measured. */
export function measured(task: TestContext['task'], text: string): void {
  task.meta.measured = task.meta.measured ? `${task.meta.measured}; ${text}` : text
}

declare module 'vitest' {
  interface TaskMeta {
    measured?: string
  }
}
