import type { Judged, Page } from '@plimsoll/experiments'
import type { createThreads } from './events/threads.ts'
import type { NamedFlow } from './flow-file.ts'
import type { SimulateOptions } from './options.ts'
import type { Paint } from './paint.ts'
import type { Plan } from './plan.ts'

/** What an engine is given. */
export interface Simulation {
  readonly named: NamedFlow
  readonly options: SimulateOptions
  readonly plan: Plan
  readonly paint: Paint
  /** Says how far it is; `show` what is worth seeing only until the next. */
  tell(progress: string): void
  show(progress: string): void
  /** What runs replications; absent: threads. */
  readonly createPool?: typeof createThreads | undefined
}

/** What came of it. */
export interface Simulated {
  /** Why the engine gave up before the end; null: it did not. */
  readonly endedEarly: string | null
  /** Whether the clock ended it before all was known. */
  readonly isCut: boolean
  /** Whether no request ended, though the flow has clients. */
  readonly isEmpty: boolean
  /** How long the runs were in the end, and how many. */
  readonly runs: { readonly durationMs: number; readonly replications: number }
  readonly objectives: readonly Judged[]
  /** What a page of either engine has in common. */
  readonly page: () => Page
  readonly write: Readonly<Record<'text' | 'json' | 'csv', () => string>>
}
