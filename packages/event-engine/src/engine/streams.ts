import { hashText, scramble } from '@plimsoll/simulation'
import { exp, log } from '../portable-math.ts'
import { grown } from './grown.ts'
import { EXPONENTIAL, LAYERS, NORMAL, type Ziggurat } from './ziggurat.ts'

const WORDS = 4

/** Draws from a distribution of mean 1. An object: code compiled for a function of one run would be of no use to the next. */
export interface Draw {
  next(stream: number): number
}

/**
 * Random streams keyed by (node, purpose), so that draws of one do not change those of another. Each is
 * xoshiro128** by Blackman and Vigna (2018), its four words filled from the run's seed and the hash of the stream's name. Those
 * of one part stand side by side; a stream is where its first word is.
 */
export class Streams {
  words = new Int32Array(64 * WORDS)
  #begun = 0
  readonly #seed: number
  /** By distribution. */
  readonly draws = new Map<string, Draw>()

  constructor(seed: number) {
    this.#seed = scramble(seed) ^ scramble(Math.floor(seed / 0x1_0000_0000) + 0x9e3779b9)
  }

  /** Begins a stream; the same name gives the same numbers. */
  begin(name: string): number {
    const stream = this.#begun * WORDS
    this.#begun += 1
    if (stream === this.words.length) this.words = grown(this.words, Int32Array, WORDS)
    // Two hashes, since one of 32 bits is shared by two of ten thousand names once in a hundred times.
    const hashes = [hashText(name), hashText(`+${name}`)] as const
    for (let word = 0; word < WORDS; word += 1) {
      const state = this.#seed ^ Math.imul(hashes[word & 1] ?? 0, 0x9e3779b1)
      this.words[stream + word] = scramble(state + Math.imul(word + 1, 0x9e3779b9))
    }
    return stream
  }

  /** 32 bits, as a signed number: others than those cost an object where they are handed on. */
  bits(stream: number): number {
    const words = this.words
    const b = words[stream + 1]!
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9)
    const c = words[stream + 2]! ^ words[stream]!
    const d = words[stream + 3]! ^ b
    words[stream + 1] = b ^ c
    words[stream] = words[stream]! ^ d
    words[stream + 2] = c ^ (b << 9)
    words[stream + 3] = (d << 11) | (d >>> 21)
    return result
  }

  /** Uniform in (0, 1), never an end. */
  uniform(stream: number): number {
    return ((this.bits(stream) >>> 0) + 0.5) / 0x1_0000_0000
  }

  /** Exponential of mean 1, by a layer from the lowest eight bits and a place in it from all: a logarithm is needed once in a hundred times. */
  exponential(stream: number): number {
    const bits = this.bits(stream) >>> 0
    const layer = bits & (LAYERS - 1)
    const x = bits * EXPONENTIAL.width[layer]!
    // The sum is a plain number to the compiler; a call's result is an object, and would make x one, too.
    return x < EXPONENTIAL.edge[layer + 1]! ? x : 0 + this.#exponentialBeyond(stream, layer, x)
  }

  /** Outside the part of the layer that lies under the curve everywhere. */
  #exponentialBeyond(stream: number, layer: number, x: number): number {
    if (layer === 0) return EXPONENTIAL.edge[1]! - log(this.uniform(stream))
    return this.#heightIn(EXPONENTIAL, layer, stream) < exp(-x) ? x : this.exponential(stream)
  }

  /** A random height within a layer. */
  #heightIn({ height }: Ziggurat, layer: number, stream: number): number {
    const least = height[layer]!
    return least + this.uniform(stream) * (height[layer + 1]! - least)
  }

  /** Standard normal, as above; the ninth bit is the sign. */
  normal(stream: number): number {
    const bits = this.bits(stream) >>> 0
    const layer = bits & (LAYERS - 1)
    const x = bits * NORMAL.width[layer]!
    const distance = x < NORMAL.edge[layer + 1]! ? x : 0 + this.#normalBeyond(stream, layer, x)
    return (bits & LAYERS) === 0 ? distance : -distance
  }

  #normalBeyond(stream: number, layer: number, x: number): number {
    if (layer === 0) return this.#normalTail(stream)
    return this.#heightIn(NORMAL, layer, stream) < exp(-(x * x) / 2) ? x : Math.abs(this.normal(stream))
  }

  /** Beyond the last layer: exponential draws, accepted as the curve falls faster than they do (Marsaglia 1964). */
  #normalTail(stream: number): number {
    const from = NORMAL.edge[1]!
    while (true) {
      const beyond = this.exponential(stream) / from
      if (2 * this.exponential(stream) > beyond * beyond) return from + beyond
    }
  }
}
