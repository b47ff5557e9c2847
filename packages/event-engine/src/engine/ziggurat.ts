import { exp, log } from '../portable-math.ts'

/**
 * Layers of equal area under a curve that falls from 1 at 0, for draws by the ziggurat of Marsaglia and Tsang (2000). By layer, from the
 * base up: its right edge (the base's as wide as its area asks for), that edge divided by 2^32, and how high the curve is there.
 */
export interface Ziggurat {
  readonly edge: Float64Array<ArrayBuffer>
  readonly width: Float64Array<ArrayBuffer>
  readonly height: Float64Array<ArrayBuffer>
}

export const LAYERS = 256

interface Curve {
  readonly heightAt: (x: number) => number
  readonly edgeAt: (height: number) => number
  /** Where its tail begins, and the area of each layer, for so many layers. */
  readonly tail: number
  readonly area: number
}

function zigguratUnder({ heightAt, edgeAt, tail, area }: Curve): Ziggurat {
  const edge = new Float64Array(LAYERS + 1)
  edge[0] = area / heightAt(tail)
  edge[1] = tail
  for (let layer = 2; layer < LAYERS; layer += 1) {
    const below = edge[layer - 1]!
    edge[layer] = edgeAt(area / below + heightAt(below))
  }
  return { edge, width: edge.slice(0, LAYERS).map((one) => one / 0x1_0000_0000), height: edge.map(heightAt) }
}

export const EXPONENTIAL = zigguratUnder({
  heightAt: (x) => exp(-x),
  edgeAt: (height) => -log(height),
  tail: 7.69711747013105,
  area: 0.003949659822581557,
})

/** Half of it: the sign is drawn, too. */
export const NORMAL = zigguratUnder({
  heightAt: (x) => exp(-(x * x) / 2),
  edgeAt: (height) => Math.sqrt(-2 * log(height)),
  tail: 3.6541528853610092,
  area: 0.004928673233974648,
})
