import type { EventReport, PartRef } from '@plimsoll/event-engine'
import type { Paint } from '../paint.ts'

/** What the sections are written from. */
export interface ReportView {
  readonly report: EventReport
  readonly paint: Paint
  /** A part as a person knows it. */
  readonly nameOf: (part: PartRef) => string
}
