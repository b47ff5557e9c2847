import { describe, expect, it } from 'vitest'
import { Streams } from '../../src/engine/streams.ts'

const DRAWS = 1_000_000
/** Where the table of the ziggurat of normal numbers ends. */
const NORMAL_TAIL = 3.6541528853610092

/** How many standard errors the share of the draws beyond each limit is from what it should be. */
function apart(
  draw: (streams: Streams, stream: number) => number,
  beyond: readonly (readonly [number, number])[],
  draws = DRAWS,
) {
  const streams = new Streams(11)
  const stream = streams.begin('draws')
  const counts = beyond.map(() => 0)
  for (let made = 0; made < draws; made += 1) {
    const value = draw(streams, stream)
    for (const [index, [limit]] of beyond.entries()) if (value > limit) counts[index] = (counts[index] ?? 0) + 1
  }
  return beyond.map(([, share], index) => {
    const error = Math.sqrt((share * (1 - share)) / draws)
    return Math.abs((counts[index] ?? 0) / draws - share) / error
  })
}

/** Shares of a standard normal beyond so many standard deviations. */
const NORMAL = [
  [0, 0.5],
  [0.5, 0.3085375387259869],
  [1, 0.15865525393145707],
  [2, 0.02275013194817922],
  [3, 0.0013498980316300957],
  [NORMAL_TAIL, 0.00012901624382695033],
] as const

describe('what is drawn by chance', () => {
  it.each([1, -1])('[SIM-286] is normal on either side: %i', (side) => {
    for (const errors of apart((streams, stream) => side * streams.normal(stream), NORMAL))
      expect(errors).toBeLessThan(3.5)
  })

  it('[SIM-286] is normal beyond the table, too', () => {
    const tail = [
      [NORMAL_TAIL, 2 * 0.00012901624382695033],
      [4, 2 * 3.1671241833119965e-5],
    ] as const
    for (const errors of apart((streams, stream) => Math.abs(streams.normal(stream)), tail, 20 * DRAWS))
      expect(errors).toBeLessThan(3.5)
  })

  it('[SIM-286] is exponential, where the table of the ziggurat ends, too', () => {
    const limits = [0.1, 1, 5, 7.69711747013105, 9].map((limit) => [limit, Math.exp(-limit)] as const)
    for (const errors of apart((streams, stream) => streams.exponential(stream), limits))
      expect(errors).toBeLessThan(3.5)
  })
})
