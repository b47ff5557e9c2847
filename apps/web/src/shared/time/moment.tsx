import { relativeTime } from './relative-time.ts'

const exactly = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** A moment of the past in words, with the exact time behind it. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at)
  const exact = exactly.format(date)
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(date.getTime(), Date.now())}
      <span className="visually-hidden"> ({exact})</span>
    </time>
  )
}
