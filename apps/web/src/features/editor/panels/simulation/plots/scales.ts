/** An axis from 0 to `top`, with a mark at each of `ticks`. */
export interface Scale {
  readonly top: number
  readonly step: number
  readonly ticks: readonly number[]
}

const MOST_STEPS = { value: 3, time: 4 } as const

/** An axis that holds values up to `most` and ends at a round one, in steps of `leastStep` or more. */
export function valueScale(most: number, leastStep = 0): Scale {
  const step = most > 0 ? roundStep(Math.max(leastStep, most / MOST_STEPS.value)) : 1
  const steps = Math.max(1, Math.ceil(most / step - 1e-9))
  return { top: steps * step, step, ticks: multiples(step, steps) }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIME_STEPS = [20, 30, ...[1, 2, 5, 10, 20, 30].map((n) => n * MINUTE), ...[1, 2, 3, 6, 12].map((n) => n * HOUR)]

/** Simulated seconds from Start on: a minute at first, then as long as the run, so that all of it is in view. */
export function timeScale(last: number): Scale {
  const top = Math.max(MINUTE, last)
  const step = TIME_STEPS.find((each) => top / each <= MOST_STEPS.time) ?? Math.ceil(top / MOST_STEPS.time / DAY) * DAY
  return { top, step, ticks: multiples(step, Math.floor(top / step)) }
}

/** A tick of the time axis, in the unit of its step: "40 s", "10 min". */
export function timeTick(seconds: number, step: number): string {
  if (step < MINUTE) return `${seconds} s`
  return step < HOUR ? `${seconds / MINUTE} min` : `${seconds / HOUR} h`
}

/** A moment of the run: "42 s", "5.6 s", "1 min 05 s", "2 h 00 min 05 s". */
export function timeText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)]
  const rest = String(Math.round((seconds % MINUTE) * 10) / 10)
  if (hours > 0) return `${hours} h ${twoDigits(String(minutes))} min ${twoDigits(rest)} s`
  return minutes > 0 ? `${minutes} min ${twoDigits(rest)} s` : `${rest} s`
}

/** A moment of the run as a clock has it: "01:23", "2:00:05". */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)]
  const rest = `${twoDigits(String(minutes))}:${twoDigits(String(Math.floor(seconds % MINUTE)))}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** A tick of a value axis, in at most five characters up to a million millions. */
export const valueTick = (value: number): string => (value < 10_000 ? plain : compact).format(value)

/** The smallest of 1, 2 and 5, times a power of ten, that is no less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

const multiples = (step: number, count: number) => Array.from({ length: count + 1 }, (_, index) => index * step)

const twoDigits = (text: string) => (text.split('.')[0]?.length === 1 ? `0${text}` : text)
