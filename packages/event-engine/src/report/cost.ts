import type { LinkModel } from '../model.ts'
import type { LinkOutcome } from '../outcome.ts'

const BYTES_PER_GB = 1e9
const MILLION = 1e6
const HOUR_MS = 3_600_000

/** What a connection costs in an hour of such a run, in dollars: its data, and the calls that are sent, retries included; null: it has no price. */
export function costPerHour(
  { cost }: LinkModel,
  { bytes, crossed }: Pick<LinkOutcome, 'bytes' | 'crossed'>,
  measuredMs: number,
): number | null {
  if (cost === null) return null
  return ((bytes / BYTES_PER_GB) * cost.perGB + (crossed / MILLION) * cost.perMillion) * (HOUR_MS / measuredMs)
}
