import { Bench, isSameModel } from '../../packages/event-engine/test/cases/bench.ts'
import { createEventRunner } from '../../packages/event-engine/test/cases/event-runner.ts'
import {
  readDiagramCase,
  readFunctionCase,
  sentencesOf,
} from '../../packages/event-engine/test/cases/file-form/read-case.ts'
import { createFunctionRunner, isFunctionCase } from '../../packages/event-engine/test/cases/functions.ts'
import { variantsOf } from '../../packages/event-engine/test/cases/variants.ts'
import { liveRunner } from '../../packages/live-engine/test/cases/live-cases.ts'
import { type Judgement, judgeCase } from './judge.ts'
import { CannotBeRead, type CaseFile, demand, type ReferenceCase } from './reference-case.ts'

const isLive = ({ group, level }: ReferenceCase) => group === 'live' || level === 'tick'

/** A case in the typed form, in which its diagrams and checks are plain data; throws `CannotBeRead` on what nothing knows. */
export function readCase(reference: ReferenceCase, file: CaseFile): ReferenceCase {
  if (file.isTyped === true) return reference
  if (!isLive(reference)) return readFunctionCase(reference, isFunctionCase) ?? readDiagramCase(reference, file)
  demand(sentencesOf(reference).length === 0, 'the live engine has no checks')
  return reference
}

/** All cases of a file that can be read, in the typed form. */
function readableCases(file: CaseFile): readonly ReferenceCase[] {
  return file.cases.flatMap((reference) => {
    try {
      return [readCase(reference, file)]
    } catch (error) {
      if (error instanceof CannotBeRead) return []
      throw error
    }
  })
}

/** What became of a case, and what it was measured by. */
export interface Verdict extends Judgement {
  readonly by: string
}

/**
 * Judges cases of a file. Diagrams are run as saved flows, with every property; where the sparse form, in which a case leaves out
 * what it does not mention, makes another model, it is run and judged, too.
 */
export function createJudge(file: CaseFile): (reference: ReferenceCase) => Verdict {
  const typed = { ...file, cases: readableCases(file) }
  const [saved, sparse] = [createEventRunner(typed, 'full'), createEventRunner(typed, 'sparse')]
  const [savedBench, sparseBench] = [new Bench(file.profiles, 'full'), new Bench(file.profiles, 'sparse')]
  const judgeDiagrams = (read: ReferenceCase): Verdict => {
    const first = judgeCase(read, saved)
    const isSame = [...variantsOf(read.inputs).values()].every((diagram) =>
      isSameModel(savedBench.model(diagram), sparseBench.model(diagram)),
    )
    if (isSame) return { ...first, by: `${saved.by}, of a saved flow; the sparse form makes the same model` }
    const misses = judgeCase(read, sparse).misses.map((miss) => `sparse form: ${miss}`)
    return {
      ...first,
      misses: [...first.misses, ...misses],
      by: `runs of the event engine, of a saved flow and of the sparse form`,
    }
  }
  return (reference) => {
    const read = readCase(reference, file)
    if (!isLive(read) && !isFunctionCase(read)) return judgeDiagrams(read)
    const runner = isLive(read) ? liveRunner : createFunctionRunner(read)
    return { by: runner.by, ...judgeCase(read, runner) }
  }
}
