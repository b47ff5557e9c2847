/** The middle of some numbers; the mean of the two in the middle when their count is even. Throws on none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('There is no median of no numbers.')
  return (low + high) / 2
}

export interface Comparison {
  /** Median of subject ÷ baseline over the rounds: 1 is as fast, 2 takes twice as long. */
  ratio: number
  /** Medians, in ms. */
  subjectMs: number
  baselineMs: number
}

/** What is measured: it does its work once and gives the time that counts, in ms; `timed` makes one from plain work. */
export type Measure = () => number | Promise<number>

/** Measures a subject against a baseline in turns, so that whatever else the machine does falls on both. */
export async function compare(options: {
  subject: Measure
  baseline: Measure
  rounds?: number
  warmUpRounds?: number
}): Promise<Comparison> {
  const { subject, baseline, rounds = 15, warmUpRounds = 3 } = options
  const pairs: { subject: number; baseline: number }[] = []
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    // The one that goes first changes, so that neither always finds the other's garbage.
    const subjectFirst = round % 2 === 0
    const first = await (subjectFirst ? subject : baseline)()
    const second = await (subjectFirst ? baseline : subject)()
    if (round >= 0)
      pairs.push(subjectFirst ? { subject: first, baseline: second } : { subject: second, baseline: first })
  }
  return {
    ratio: median(pairs.map((pair) => pair.subject / pair.baseline)),
    subjectMs: median(pairs.map((pair) => pair.subject)),
    baselineMs: median(pairs.map((pair) => pair.baseline)),
  }
}

/** Times `repetitions` of `work` together and gives the time of one, in ms. */
export const timed =
  (work: () => unknown, repetitions = 1): Measure =>
  async () => {
    globalThis.gc?.()
    const started = performance.now()
    for (let done = 0; done < repetitions; done += 1) await work()
    return (performance.now() - started) / repetitions
  }
