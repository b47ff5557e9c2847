import { ASSUMPTIONS, type AssumptionId, assumptionInWords } from '../assumptions.ts'

/** What a reader of the results should know; `of` is the id of the part that it is about. */
export type Note =
  | { readonly kind: 'warning'; readonly of: string | null; readonly text: string }
  | { readonly kind: 'assumption'; readonly id: AssumptionId; readonly text: string }

export interface Notes {
  readonly all: () => readonly Note[]
  /** The value of an assumption, which the run then has used. */
  readonly assume: (id: AssumptionId) => number
  /** What lasts `forMs` unless an assumption, in s, ends it before, from `afterMs` on. Only one that does is used. */
  readonly lasts: (id: AssumptionId, forMs: number, afterMs?: number) => number
  readonly warn: (text: string, of?: string) => void
}

export function createNotes(): Notes {
  const used = new Set<AssumptionId>()
  const warnings: Note[] = []
  const assume = (id: AssumptionId) => {
    used.add(id)
    return ASSUMPTIONS[id].value
  }
  return {
    all: () => [
      ...warnings,
      ...[...used].sort().map((id): Note => ({ kind: 'assumption', id, text: assumptionInWords(id) })),
    ],
    assume,
    lasts: (id, forMs, afterMs = 0) => {
      const isEnded = afterMs + ASSUMPTIONS[id].value * 1000 < forMs
      return isEnded ? afterMs + assume(id) * 1000 : forMs
    },
    warn: (text, of) => {
      warnings.push({ kind: 'warning', of: of ?? null, text })
    },
  }
}
