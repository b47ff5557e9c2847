import type { Distribution } from '../model.ts'

type Parameters = Readonly<Record<string, number>>

interface Shape {
  /** The parameter that a bare number stands for. */
  readonly first?: string
  /** Null where there is none of these parameters. */
  readonly of: (parameters: Parameters) => Distribution | null
}

const EXPONENTIAL: Distribution = { kind: 'exponential' }
const DETERMINISTIC: Distribution = { kind: 'deterministic' }

const exponential: Shape = { of: () => EXPONENTIAL }
const deterministic: Shape = { of: () => DETERMINISTIC }
const lognormal: Shape = {
  first: 'scv',
  of: ({ scv = 1 }) => (scv === 0 ? DETERMINISTIC : scv > 0 ? { kind: 'lognormal', scv } : null),
}
const hyperexponential: Shape = {
  first: 'scv',
  of: ({ scv = 4 }) => (scv === 1 ? EXPONENTIAL : scv > 1 ? { kind: 'hyperexponential', scv } : null),
}
/** The product of more uniform numbers may be too small for a number. */
const MOST_PHASES = 500
const erlang: Shape = {
  first: 'phases',
  of: ({ phases = 2 }) =>
    Number.isInteger(phases) && phases >= 1 && phases <= MOST_PHASES ? { kind: 'erlang', phases } : null,
}
const twoPoint: Shape = {
  of: ({ share = 0.01, factor = 100 }) =>
    share > 0 && share <= 1 && factor > 0 ? { kind: 'two-point', share, factor } : null,
}

const SHAPES: Readonly<Record<string, Shape>> = {
  exp: exponential,
  exponential,
  det: deterministic,
  deterministic,
  lognormal,
  h2: hyperexponential,
  hyperexponential,
  erlang,
  'two-point': twoPoint,
}

/** Words of a shape that set nothing: what they say holds anyway. */
const SILENT = ['balanced-means']

export const DISTRIBUTION_HELP = `must be exp, det, lognormal:scv=1, h2:scv=4 (at least 1), erlang:phases=2 (1 to ${MOST_PHASES}) or two-point:share=0.01,factor=100 (both above 0)`

/** A shape of random times as people write it: `exp`, `det`, `lognormal:scv=3` or `lognormal:3`, `h2:scv=4,balanced-means`, `erlang2`; null where it is none. */
export function parseDistribution(text: unknown): Distribution | null {
  if (typeof text !== 'string') return null
  const [word = '', ...rest] = text.trim().split(':')
  const [, name = word, phases] = /^(erlang)(\d{1,3})$/.exec(word) ?? []
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
  if (shape === undefined) return null
  const parameters: Record<string, number> = phases === undefined ? {} : { phases: Number(phases) }
  for (const part of rest.join(':').split(',')) {
    const [key = '', value] = part.trim().split('=')
    if (key === '' || (value === undefined && SILENT.includes(key))) continue
    const isBare = value === undefined && shape.first !== undefined
    const number = Number(isBare ? key : (value ?? Number.NaN))
    if (!Number.isFinite(number)) return null
    parameters[isBare ? (shape.first as string) : key] = number
  }
  return shape.of(parameters)
}
