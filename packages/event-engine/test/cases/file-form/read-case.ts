import type { CaseFile, Check, ReferenceCase, Window } from '../../../../../tooling/reference-cases/reference-case.ts'
import { settingsOf } from '../bench.ts'
import type { Diagram } from '../diagram.ts'
import { type Diagrams, readDiagrams } from './read-diagrams.ts'
import { type RunEvidence, readSentence } from './sentences.ts'
import type { Inputs } from './shapes.ts'

/** The sentences that a case goes by; empty where it goes by figures. */
export const sentencesOf = ({ expected, tolerance }: ReferenceCase): readonly string[] => {
  const listed = expected.assert_ ?? Reflect.get(tolerance, 'assert_') ?? []
  return Array.isArray(listed) ? listed.map(String) : []
}

/** A case of a file in the typed form: its inputs are diagrams, its sentences checks. Throws `CannotBeRead` on what it does not know. */
export function readDiagramCase(reference: ReferenceCase, file: CaseFile): ReferenceCase {
  const { inputs } = reference
  const texts = sentencesOf(reference)
  const diagrams = readDiagrams(inputs, texts.join('\n'), file)
  const checks = texts.map((text) => readSentence(text, toldIn(inputs, diagrams, Object.keys(reference.expected))))
  const isByVariant = inputs.vectors !== undefined && Object.values(reference.expected).some(Array.isArray)
  const timed = Object.entries(diagrams).map(([name, diagram]) => [name, withDuration(diagram, checks)] as const)
  const [[name, only] = ['', null]] = timed
  const read =
    timed.length === 1 && name === ''
      ? { ...only }
      : { variants: Object.fromEntries(timed), ...(isByVariant && { isByVariant }) }
  return { ...withChecks(reference, checks), inputs: read }
}

/** A case that asks for a rule of the engine in the typed form; null where `isFunction` knows none. */
export function readFunctionCase(
  reference: ReferenceCase,
  isFunction: (reference: ReferenceCase) => boolean,
): ReferenceCase | null {
  const { inputs, expected, title } = reference
  const isOfBreaker = Object.keys(expected).some((key) => /^state|^after$/.test(key))
  const told = { variants: {}, figures: Object.keys(expected) }
  const texts = sentencesOf(reference)
  const read = withChecks({ ...reference, inputs: isOfBreaker ? { ...breakerIn(title), ...inputs } : inputs }, [])
  if (!isFunction(read)) return null
  return withChecks(
    read,
    texts.map((text) => readSentence(text, told)),
  )
}

/** `window 10, min calls 10, 50 %, open 60 s, 10 probes`. */
function breakerIn(title: string): Inputs {
  const patterns = {
    window: /window (\d+)/,
    minimumCalls: /min(?:imum)? calls (\d+)/,
    failureRateThreshold: /([\d.]+) %/,
    waitS: /(?:open|wait)(?: for)? ([\d.]+) s\b/,
    probes: /(\d+) (?:probes|permitted|trial)|half-open,? (\d+)/i,
  }
  return Object.fromEntries(
    Object.entries(patterns).flatMap(([name, pattern]) => {
      const [, first, second = first] = pattern.exec(title) ?? []
      return second === undefined ? [] : [[name, Number(second)]]
    }),
  )
}

function withChecks({ expected, tolerance, ...rest }: ReferenceCase, checks: readonly Check[]): ReferenceCase {
  const { assert_, ...figures } = expected
  const { assert_: byTolerance, ...allowed } = tolerance as typeof tolerance & { readonly assert_?: unknown }
  return {
    ...rest,
    expected: figures,
    ...(checks.length > 0 && { checks }),
    tolerance: byTolerance === undefined ? allowed : { ...allowed, isByChecksOnly: true },
  }
}

function toldIn(inputs: Inputs, variants: Diagrams, figures: readonly string[]): RunEvidence {
  const spike = (inputs.spike ?? (inputs.settings as Inputs | undefined)?.spike) as RunEvidence['spike']
  const [only] = Object.values(variants)
  const outage = only && settingsOf(only).faults.find(({ kind }) => kind === 'outage')
  return {
    variants,
    figures,
    ...(spike && { spike }),
    ...(inputs.window !== undefined && { window: windowOf(inputs.window) }),
    ...(outage && { outage: { ...outage, node: outage.of } }),
  }
}

/** `200-300 s`, or its ends. */
const windowOf = (value: unknown): Window => {
  const [from = 0, to = 0] = Array.isArray(value)
    ? value.map(Number)
    : String(value).replace(' s', '').split('-').map(Number)
  return [from, to]
}

/** A run goes on for a while after the last second that a check speaks of, and longer after an outage. */
const AFTER_LAST_S = 10
const AFTER_OUTAGE_S = 240
/** The run of a slow system that checks look at. */
const WATCHED_S = 600
const SETTLED_S = 120

function withDuration(diagram: Diagram, checks: readonly Check[]): Diagram {
  const conditions = checks.flatMap(({ that }) => that)
  const isSaturated = conditions.some(({ measure }) => measure === 'firstLimit' || measure === 'poolUtil')
  const ends = conditions.flatMap(({ within = [] }) => within).filter((end) => typeof end === 'number')
  if (diagram.settings?.durationS !== undefined || (ends.length === 0 && !isSaturated)) return diagram
  const outage = settingsOf(diagram).faults.find(({ kind }) => kind === 'outage')
  const durationS =
    outage === undefined ? Math.max(...ends) + AFTER_LAST_S : outage.fromS + outage.forS + AFTER_OUTAGE_S
  const times = isSaturated ? { durationS: WATCHED_S, warmUpS: SETTLED_S } : { durationS }
  return { ...diagram, settings: { ...diagram.settings, ...times } }
}
