import { ROOT } from './lib/process.ts'
import { citedBy, readCitations, readRules } from './lib/rules.ts'
import type { TestOutcome } from './lib/test-run.ts'

interface ProofsOptions {
  root?: string
  /** Whether every test was run. Otherwise only rules are judged whose tests lie in files that were run. */
  isWhole: boolean
}

export interface Proofs {
  /** The rules that no passed test proves, a line each; empty when all is well. */
  faults: string
  /** The rules whose tests were all skipped on this machine, each with the reasons, a line each. */
  skipped: readonly string[]
}

/** Holds the rules against the tests that ran: each needs one that passed, and whose title or a describe's around it begins with its id. */
export function checkProofs(tests: readonly TestOutcome[], { root = ROOT, isWhole }: ProofsOptions): Proofs {
  const proofs = Map.groupBy(
    tests.flatMap((test) => citedBy(test.titles).map((id) => ({ id, test }))),
    ({ id }) => id,
  )
  const filesRun = new Set(tests.map(({ file }) => file))
  const citations = Map.groupBy(readCitations(root), ({ id }) => id)
  const wasRun = (id: string) =>
    isWhole || (citations.get(id) ?? [{ path: '' }]).every(({ path }) => filesRun.has(path))

  const faults: string[] = []
  const skipped: string[] = []
  for (const { id, path, line } of readRules(root)) {
    const own = (proofs.get(id) ?? []).map(({ test }) => test)
    if (own.some(({ status }) => status === 'passed') || !wasRun(id)) continue
    const reasons = own.flatMap(({ reason }) => reason || [])
    if (own.length > 0 && reasons.length === own.length) skipped.push(`[${id}] ${[...new Set(reasons)].join('; ')}`)
    else faults.push(`${path}:${line} [${id}] is proven by no test that ran and passed`)
  }
  return { faults: faults.join('\n'), skipped }
}
