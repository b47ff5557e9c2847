const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** A moment in words as seen from `now` (both in ms since 1970): "3 minutes ago", "yesterday", "just now" within a minute. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1000)
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? words.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now'
}
