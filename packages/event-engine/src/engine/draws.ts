import type { Distribution } from '../model.ts'
import { exp, log } from '../portable-math.ts'
import { shareOfShort } from '../rules/two-phases.ts'
import type { Draw, Streams } from './streams.ts'

/** How to draw from a distribution: the same for all that have the same one. The parameters are worked out once. */
export function drawOf(streams: Streams, distribution: Distribution): Draw {
  const key = JSON.stringify(distribution)
  const known = streams.draws.get(key)
  if (known !== undefined) return known
  const draw = newDraw(streams, distribution)
  streams.draws.set(key, draw)
  return draw
}

function newDraw(streams: Streams, distribution: Distribution): Draw {
  switch (distribution.kind) {
    case 'deterministic':
      return new Constant()
    case 'exponential':
      return new Exponential(streams)
    case 'lognormal':
      return new Lognormal(streams, distribution.scv)
    case 'hyperexponential': {
      const share = shareOfShort(distribution.scv)
      const [first, second] = [1 / (2 * share), 1 / (2 * (1 - share))]
      return new Hyperexponential(streams, new TwoPoint(streams, { share, first, second }))
    }
    case 'erlang':
      return new Erlang(streams, distribution.phases)
    case 'two-point': {
      const { share, factor } = distribution
      const fast = 1 / (1 - share + share * factor)
      return new TwoPoint(streams, { share, first: fast * factor, second: fast })
    }
  }
}

class Constant implements Draw {
  next(): number {
    return 1
  }
}

class Exponential implements Draw {
  readonly #streams: Streams

  constructor(streams: Streams) {
    this.#streams = streams
  }

  next(stream: number): number {
    return this.#streams.exponential(stream)
  }
}

class Lognormal implements Draw {
  readonly #streams: Streams
  readonly #variance: number
  readonly #deviation: number

  /** `scv`: squared coefficient of variation. */
  constructor(streams: Streams, scv: number) {
    this.#streams = streams
    this.#variance = log(1 + scv)
    this.#deviation = Math.sqrt(this.#variance)
  }

  next(stream: number): number {
    return exp(this.#deviation * this.#streams.normal(stream) - this.#variance / 2)
  }
}

/** One of two phases by chance, each exponential. */
class Hyperexponential implements Draw {
  readonly #streams: Streams
  readonly #mean: TwoPoint

  constructor(streams: Streams, mean: TwoPoint) {
    this.#streams = streams
    this.#mean = mean
  }

  next(stream: number): number {
    return this.#streams.exponential(stream) * this.#mean.next(stream)
  }
}

class Erlang implements Draw {
  readonly #streams: Streams
  readonly #phases: number

  constructor(streams: Streams, phases: number) {
    this.#streams = streams
    this.#phases = phases
  }

  next(stream: number): number {
    let product = 1
    for (let phase = 0; phase < this.#phases; phase += 1) product *= this.#streams.uniform(stream)
    return -log(product) / this.#phases
  }
}

interface TwoValues {
  /** Chance of the first one. */
  readonly share: number
  readonly first: number
  readonly second: number
}

class TwoPoint implements Draw {
  readonly #streams: Streams
  readonly #share: number
  readonly #first: number
  readonly #second: number

  constructor(streams: Streams, { share, first, second }: TwoValues) {
    this.#streams = streams
    this.#share = share
    this.#first = first
    this.#second = second
  }

  next(stream: number): number {
    return this.#streams.uniform(stream) < this.#share ? this.#first : this.#second
  }
}

/** Between 1 - `share` and 1 + `share`, all equally likely. */
export class Uniform implements Draw {
  readonly #streams: Streams
  readonly #share: number

  constructor(streams: Streams, share: number) {
    this.#streams = streams
    this.#share = share
  }

  next(stream: number): number {
    return 1 + this.#share * (2 * this.#streams.uniform(stream) - 1)
  }
}
