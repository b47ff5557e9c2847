import type { HistoryPoint } from '@plimsoll/simulation'
/** How a history has changed: its first `kept` points are as they were, and these follow. */
export interface HistoryUpdate {
  readonly kept: number
  readonly points: readonly HistoryPoint[]
}

/** What `now` has beyond `told`; null where they are the same. All of it, where points were thinned out since. */
export function updateSince(reported: readonly HistoryPoint[], now: readonly HistoryPoint[]): HistoryUpdate | null {
  if (reported === now) return null
  const last = reported.at(-1)
  const kept = last !== undefined && now[reported.length - 1] === last ? reported.length : 0
  return { kept, points: now.slice(kept) }
}

/** The history after the news; the same array where there are none. */
export function withUpdate(known: readonly HistoryPoint[], news: HistoryUpdate | null): readonly HistoryPoint[] {
  return news === null ? known : [...known.slice(0, news.kept), ...news.points]
}
