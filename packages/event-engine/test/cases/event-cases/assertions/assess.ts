import {
  type Assessment,
  assertionsOf,
  type CaseFile,
  type ReferenceCase,
  Unmapped,
} from '../../../../../../tooling/reference-cases/reference-case.ts'
import type { Bench } from '../bench.ts'
import { only, type Scenarios } from '../scenario.ts'
import { breakerSentences } from './breaker.ts'
import { cacheSentences } from './cache.ts'
import { ejectionSentences } from './ejection.ts'
import { figureSentences } from './figures.ts'
import { honestySentences } from './honesty.ts'
import { lawSentences } from './laws.ts'
import { metamorphicSentences } from './metamorphic.ts'
import { orderSentences } from './order.ts'
import { recoverySentences } from './recovery.ts'
import { retrySentences } from './retries.ts'
import { saturationSentences } from './saturation.ts'
import { scalingSentences } from './scaling.ts'
import type { Context, Sentence } from './sentence.ts'
import { stormSentences } from './storms.ts'
import { sweepSentences } from './sweep.ts'

/** All kinds of sentences that can be checked; the first that fits counts. */
const SENTENCES: readonly Sentence[] = [
  ...stormSentences,
  ...recoverySentences,
  ...orderSentences,
  ...cacheSentences,
  ...breakerSentences,
  ...saturationSentences,
  ...scalingSentences,
  ...ejectionSentences,
  ...retrySentences,
  ...figureSentences,
  ...sweepSentences,
  ...lawSentences,
  ...metamorphicSentences,
  ...honestySentences,
]

interface Asked {
  readonly reference: ReferenceCase
  readonly seed: number
  readonly file: CaseFile
  readonly bench: Bench
  scenariosOf(reference: ReferenceCase): Scenarios
}

/** Checks the sentences of a case for one seed; throws `Unmapped` on one that says nothing that is known. */
export function assess({ reference, seed, file, bench, scenariosOf }: Asked): Assessment {
  const known = new Map<string, unknown>()
  const texts = assertionsOf(reference)
  const context: Context = {
    reference,
    texts,
    seed,
    file,
    bench,
    scenarios: () => scenariosOf(reference),
    scenario: () => only(scenariosOf(reference)),
    once<T>(key: string, work: () => T): T {
      if (!known.has(key)) known.set(key, work())
      return known.get(key) as T
    },
  }
  const read = texts.map((text) => {
    for (const sentence of SENTENCES) {
      const words = sentence.pattern.exec(text)
      if (words !== null) return { text, sentence, words: words.slice(1).map((word) => word ?? '') }
    }
    throw new Unmapped(`"${text}" says nothing that is known.`)
  })
  const ways = read.map(({ sentence }) => sentence.by ?? 'chance')
  return {
    assertions: read.map(({ text, sentence, words }) => ({ text, ...sentence.check(context, ...words) })),
    by: ways.includes('many seeds') ? 'many seeds' : ways.every((way) => way === 'no chance') ? 'no chance' : 'chance',
  }
}
