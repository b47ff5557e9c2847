import type { EventReport, Mark } from '@plimsoll/event-engine'
import { seconds } from './durations.ts'
import type { NameOf } from './naming.ts'
import { formatNumber, formatShare } from './numbers.ts'
import { keepsStorm } from './retry-storm.ts'

const UNRECOVERED: Readonly<Record<NonNullable<Mark['unrecovered']>, string>> = {
  lasts: 'lasts to the end',
  overlap: 'overlaps with another',
  before: 'too little before it to compare with',
  after: 'too little after it to see a recovery',
  worse: 'not back to normal',
}

/** `outage of API`, `slow API × 3`, `load of 300 rps`. */
export function describeMark({ kind, of, value }: Mark, nameOf: NameOf): string {
  if (kind === 'load') return `load of ${formatNumber(value ?? 0)} rps`
  const name = of === null ? '' : of.by === 'zone' ? `group ${of.id}` : nameOf({ of: of.by, id: of.id })
  const details: Partial<Record<Mark['kind'], string>> = {
    outage: value === null ? '' : `, instance ${value}`,
    slow: ` × ${formatNumber(value ?? 1)}`,
    lose: `, ${formatShare(value ?? 0)} of the packets`,
  }
  return `${kind} of ${name}${details[kind] ?? ''}`
}

export function describeSpan({ fromMs, toMs }: Mark): string {
  if (toMs === null) return `from ${seconds(fromMs)} on`
  return fromMs === toMs ? `at ${seconds(fromMs)}` : `${formatNumber(fromMs / 1000)} to ${seconds(toMs)}`
}

export function describeRecovery(mark: Mark, report: EventReport): string {
  const { recoveryMs, unrecovered } = mark
  if (keepsStorm(report, mark)) return 'not back to normal: a retry storm'
  if (recoveryMs === null) return UNRECOVERED[unrecovered ?? 'worse']
  return recoveryMs === 0 ? 'back to normal at once' : `back to normal ${seconds(recoveryMs)} after its end`
}
