import type { EventModel, Growth } from '@plimsoll/event-engine'
import type { DesignReport } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'

/** What was simulated, and of which design. */
export interface Predicted {
  readonly flow: Flow
  readonly report: DesignReport
  /** Null: the duration and the replications were given, or it is not over. */
  readonly growth: Growth | null
  /** What was run, for what theory says of it; null: it is not over. */
  readonly model: EventModel | null
}

/** What is asked of a design beside its report, as the terminal's command of the same name answers it. */
export type Question = 'capacity' | 'compare' | 'sensitivity' | 'sweep' | 'drill'
