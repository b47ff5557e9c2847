import { type Answered, type Asked, allItems, answersByAge, NONE, ofMany, type Stream } from '../rules/hit-rate.ts'
import type { EventSettings } from '../settings.ts'

export interface KeptAnswers {
  /** What clients ask for. */
  readonly everything: Stream
  /** Answers of users to themselves, by what each kept for `ttlS`, who makes so many reads a second. */
  readonly ofUsers: (ttlS: number, readsPerSecond: number) => Answered
}

/** Computed once for each pair of numbers: many clients are alike. */
export function createKeptAnswers({ catalogue }: EventSettings): KeptAnswers {
  const everything = allItems(catalogue.items, catalogue.zipf)
  const known = new Map<string, Answered>()
  return {
    everything,
    ofUsers(ttlS, readsPerSecond) {
      if (ttlS === 0 || readsPerSecond === 0) return NONE
      const key = `${ttlS} ${readsPerSecond}`
      const answered = known.get(key) ?? byUsers(ttlS, { stream: everything, perSecond: readsPerSecond })
      known.set(key, answered)
      return answered
    },
  }
}

function byUsers(ttlS: number, asked: Asked): Answered {
  const { hitRate, missed } = answersByAge({ ttlS }, [asked])
  return { hitRate, missed: missed && ofMany(missed) }
}
