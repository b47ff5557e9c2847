import type { Distribution } from '../model.ts'

type Parameters = Readonly<Record<string, number>>

const SHAPES: Readonly<Record<string, (parameters: Parameters) => Distribution | null>> = {
  exp: () => ({ kind: 'exponential' }),
  det: () => ({ kind: 'deterministic' }),
  lognormal: ({ scv = 1 }) => (scv > 0 ? { kind: 'lognormal', scv } : null),
  h2: ({ scv = 4 }) => (scv > 1 ? { kind: 'hyperexponential', scv } : null),
  erlang: ({ phases = 2 }) => (Number.isInteger(phases) && phases >= 1 ? { kind: 'erlang', phases } : null),
  'two-point': ({ share = 0.01, factor = 100 }) =>
    share >= 0 && share <= 1 && factor >= 0 ? { kind: 'two-point', share, factor } : null,
}

/** Words of a shape that set nothing: what they say holds anyway. */
const SILENT = ['balanced-means']

export const DISTRIBUTION_HELP =
  'must be exp, det, lognormal:scv=1, h2:scv=4 (above 1), erlang:phases=2 or two-point:share=0.01,factor=100'

/** A shape of random times as people write it: `exp`, `det`, `lognormal:scv=3`, `h2:scv=4,balanced-means`, `erlang2`; null where it is none. */
export function parseDistribution(text: unknown): Distribution | null {
  if (typeof text !== 'string') return null
  const [name = '', ...rest] = text.trim().split(':')
  const erlang = /^erlang(\d{1,3})$/.exec(name)
  const shape = erlang === null ? name : 'erlang'
  if (!Object.hasOwn(SHAPES, shape)) return null
  const parameters: Record<string, number> = erlang === null ? {} : { phases: Number(erlang[1]) }
  for (const part of rest.join(':').split(',')) {
    const [key = '', value] = part.trim().split('=')
    if (key === '' || (value === undefined && SILENT.includes(key))) continue
    const number = Number(value ?? Number.NaN)
    if (!Number.isFinite(number)) return null
    parameters[key] = number
  }
  return SHAPES[shape]?.(parameters) ?? null
}
