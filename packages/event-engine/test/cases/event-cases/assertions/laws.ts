import { type CaseFile, Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import type { Law } from '../../../laws.ts'
import { brokenLaws } from '../../../laws.ts'
import { readScenarios } from '../read-scenarios.ts'
import { plannedOutage, type Scenario } from '../scenario.ts'
import { type Context, type Finding, foundBy, type Sentence } from './sentence.ts'

/** Laws that hold in every run of every diagram of the file. */
export const lawSentences: readonly Sentence[] = [
  {
    pattern: /^abs\(L - X R\)\/L < ([\d.]+) per node \(Little\)/,
    check: (context, slack) => kept(context, 'little', { little: Number(slack) }),
  },
  {
    pattern: /^abs\(U - X S\/c\) < ([\d.]+) \(utilisation law\)/,
    check: (context, slack) => kept(context, 'utilisation', { utilisation: Number(slack) }),
  },
  {
    pattern: /^arrivals = completed \+ failed \+ in flight exactly/,
    check: (context) => kept(context, 'requests', {}),
  },
  {
    pattern: /^flow into node = flow out \+ failures/,
    check: (context) => kept(context, 'flow', {}),
  },
]

const REQUESTS = 10_000

function kept(context: Context, law: Law, slack: { little?: number; utilisation?: number }): Finding {
  const all = runs(context)
  const broken = all.flatMap(({ name, ran }) =>
    brokenLaws(ran, slack)
      .filter((one) => one.law === law)
      .map(({ text }) => `${name}: ${text}`),
  )
  return foundBy(broken.length === 0, ...(broken.length === 0 ? [`${all.length} runs`] : broken.slice(0, 3)))
}

const runs = (context: Context) =>
  context.once('diagrams', () => {
    if (context.reference.inputs.sweep !== 'every diagram case') throw new Unmapped('It is not told what is run.')
    return diagramsOf(context.file).map(({ name, scenario }) => ({
      name,
      ran: context.bench.runUnjudged(scenario, secondsOf(context, scenario), context.seed),
    }))
  })

const known = new WeakMap<CaseFile, readonly Diagram[]>()

interface Diagram {
  readonly name: string
  readonly scenario: Scenario
}

/** All diagrams of a file: the same ones for every seed, so that what is known of them stays known. */
function diagramsOf(file: CaseFile): readonly Diagram[] {
  const diagrams =
    known.get(file) ??
    file.cases
      .filter(({ level, inputs }) => level === 'diagram' && isDiagram(inputs))
      .flatMap(({ id, inputs }) =>
        [...readScenarios(inputs, file)].map(([variant, scenario]) => ({ name: `${id} ${variant}`.trim(), scenario })),
      )
  known.set(file, diagrams)
  return diagrams
}

/** Not a case about other cases, nor one that draws its own diagram. */
const isDiagram = (inputs: Readonly<Record<string, unknown>>): boolean =>
  ['nodes', 'variants', 'vectors', 'consumers'].some((key) => inputs[key] !== undefined)

/** Of an outage without an end. */
const WATCHED_S = 300

const secondsOf = (context: Context, scenario: Scenario): number => {
  const { spike } = scenario.happens
  const fault = plannedOutage(scenario)
  if (scenario.durationS !== null) return scenario.durationS
  if (spike !== undefined) return spike.toS + 60
  if (fault !== null) return fault.fromS + Math.min(fault.forS, WATCHED_S) + 60
  return context.bench.secondsFor(scenario, scenario.requests === null ? REQUESTS : scenario.requests / 20)
}
