import type { Flow } from '@plimsoll/flow'
import { applySettings, unknownSetting } from '../design/apply-settings.ts'

/** A property that is varied. */
export interface Axis {
  /** `api.instances`. */
  readonly property: string
  readonly values: readonly string[]
}

/** Points of all axes together at most. */
const MOST_POINTS = 2000

/** Reads `api.instances=1..8` or `db.maxConnections=50,100,200`; a step as in `0..100..10`. A text says what is wrong. */
export function readAxis(text: string): Axis | string {
  const middle = text.indexOf('=')
  const values = text.slice(middle + 1).trim()
  if (middle < 1 || values === '') return `"${text}" must be like api.instances=1..8 or db.maxConnections=50,100,200`
  const property = text.slice(0, middle).trim()
  const [, from, to, step = '1'] = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?$/.exec(values) ?? []
  if (from === undefined || to === undefined) return { property, values: values.split(',').map((one) => one.trim()) }
  const count = Math.floor((Number(to) - Number(from)) / Number(step) + 1e-9) + 1
  if (!(Number(step) > 0) || !(count >= 1)) return `"${text}": the range must go up, in steps above 0`
  if (count > MOST_POINTS) return `"${text}": at most ${MOST_POINTS} values`
  return {
    property,
    values: Array.from(
      { length: count },
      (_, index) => `${Number((Number(from) + index * Number(step)).toPrecision(12))}`,
    ),
  }
}

/** A design with a value of each axis. */
export interface Variant {
  readonly values: Readonly<Record<string, string>>
  readonly flow: Flow
}

/** Every combination of the axes, the last one fastest; or every fault of a value. */
export function variantsOf(
  flow: Flow,
  axes: readonly Axis[],
): readonly Variant[] | { readonly faults: readonly string[] } {
  const count = axes.reduce((product, { values }) => product * values.length, 1)
  if (count > MOST_POINTS) return { faults: [`${count} points: at most ${MOST_POINTS} are simulated`] }
  const names = axes.map(({ property }) => property)
  const faults = new Set(
    names.flatMap((one, index) =>
      names.indexOf(one) < index ? [`${one} is given twice: name all its values once`] : [],
    ),
  )
  // A setting is applied once for all combinations that begin alike.
  const variants = axes.reduce<readonly Variant[]>(
    (all, { property, values }) =>
      all.flatMap((before) =>
        // Of a property that is none its first value is enough to say so.
        (unknownSetting(flow, property) === null ? values : values.slice(0, 1)).map((value) => {
          const settled = applySettings(before.flow, [`${property}=${value}`])
          if (!settled.ok) for (const fault of settled.faults) faults.add(fault)
          const flow = settled.ok ? settled.flow : before.flow
          return { values: { ...before.values, [property]: value }, flow }
        }),
      ),
    [{ values: {}, flow }],
  )
  return faults.size > 0 ? { faults: [...faults] } : variants
}
