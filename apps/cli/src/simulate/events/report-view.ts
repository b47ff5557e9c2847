import type { DesignReport, NameOf } from '@plimsoll/experiments'
import type { Paint } from '../paint.ts'

/** What the sections are written from. */
export interface ReportView {
  readonly report: DesignReport
  readonly paint: Paint
  readonly nameOf: NameOf
}
