import type { HistoryPoint } from '@plimsoll/live-engine'

/** How a history has changed: its first `kept` points are as they were, and these follow. */
export interface HistoryNews {
  readonly kept: number
  readonly points: readonly HistoryPoint[]
}

/** What `now` has beyond `told`; null where they are the same. All of it, where points were thinned out since. */
export function newsSince(told: readonly HistoryPoint[], now: readonly HistoryPoint[]): HistoryNews | null {
  if (told === now) return null
  const last = told.at(-1)
  const kept = last !== undefined && now[told.length - 1] === last ? told.length : 0
  return { kept, points: now.slice(kept) }
}

/** The history after the news; the same array where there are none. */
export function withNews(known: readonly HistoryPoint[], news: HistoryNews | null): readonly HistoryPoint[] {
  return news === null ? known : [...known.slice(0, news.kept), ...news.points]
}
