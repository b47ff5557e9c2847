import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import type { Measured } from './bench.ts'
import { figureOf, isFigure } from './figures.ts'

/** The name of a figure taken apart. */
interface Asked {
  readonly variant: string | null
  readonly name: string
  /** What a time in ms is divided by. */
  readonly unit: number
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000 }

/** What may be told in seconds; of anything else an `s` at the end is a part of that name. */
const TIMES = /^(?:R|W|p\d{2}|mean|max|peakR|timeTo|link|poolWait)/

/** `R_pooled_ms`, `X_10`, `p0_1`, `accept150Frac`: a figure, perhaps of a variant, perhaps with a unit. */
export function readName(key: string, variants: readonly string[]): Asked {
  const [, before = key, suffix = 'ms'] = /^(.+)_(ms|s)$/.exec(key) ?? []
  const isPart = suffix === 's' && !TIMES.test(before)
  const [bare, unit] = isPart ? [key, 'ms'] : [before, suffix]
  const stem = bare.replace(/_rps$/, '')
  const per = UNITS[unit] ?? 1
  const whole = isFigure(stem) ? [{ variant: null, name: stem, unit: per }] : []
  const named = variants
    .filter((variant) => variant !== '')
    .flatMap((variant) =>
      withoutLabel(stem, variant.split(':')[0] as string)
        .filter(isFigure)
        .map((name) => ({ variant, name, unit: per })),
    )
  const longest = named.sort((a, b) => (b.variant?.length ?? 0) - (a.variant?.length ?? 0))
  const [asked] = [...longest, ...whole]
  if (asked === undefined) throw new Unmapped(`Nothing is known that is called ${key}.`)
  return asked
}

/** The name of a figure of a part or a variant, before its unit: `U` of `a`, `R_ms` of `a`. */
export const nameWith = (key: string, part: string): string => {
  const [, bare = key, unit = ''] = /^(.+?)(_ms|_s|_rps)?$/.exec(key) ?? []
  return `${bare}_${part}${unit}`
}

/** What is left of a name without the label of a variant, at its end, its beginning or between letters. */
function withoutLabel(stem: string, label: string): readonly string[] {
  const words = stem.split('_')
  const at = words.lastIndexOf(label)
  if (at >= 0 && words.length > 1) return [words.filter((_, index) => index !== at).join('_')]
  const inside = /^\d/.test(label) ? stem.split(label) : []
  return inside.length === 2 && inside[0] !== '' && inside[1] !== '' ? [inside.join('')] : []
}

/** Measures what a name asks for. */
export function measureFigure(measured: Measured, { name, unit }: Asked): number | readonly number[] {
  const value = figureOf(measured, name)
  if (value === null) throw new Unmapped(`Nothing is known that is called ${name}.`)
  return typeof value === 'number' ? value / unit : value
}
