import type { DesignReport } from '../runs/simulate-design.ts'
import type { NameOf } from './naming.ts'

/** What the tables and charts are made from. */
export interface ReportView {
  readonly report: DesignReport
  readonly nameOf: NameOf
}
