import type { ByClass } from '../model.ts'

/** So many requests, in any unit. */
export interface Typed {
  /** Position in REQUEST_TYPES; null: of any type, by the mix. */
  readonly type: number | null
  readonly count: number
}

/** The shares of the types, where some requests have one of their own; the mix where there are no requests. */
export function typedMix(requests: readonly Typed[], mix: ByClass<number>): ByClass<number> {
  const byType = mix.map(() => 0)
  let ofAnyType = 0
  for (const { type, count } of requests) {
    if (type === null) ofAnyType += count
    else byType[type] = (byType[type] ?? 0) + count
  }
  const all = byType.reduce((sum, one) => sum + one, ofAnyType)
  const shares = byType.map((one, type) => (one + ofAnyType * (mix[type] ?? 0)) / all)
  return all === 0 ? mix : (shares as unknown as ByClass<number>)
}
