import { readFileSync } from 'node:fs'
import type { CaseFile, ReferenceCase } from '../reference-cases/reference-case.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface ReadCases {
  /** In the order of the file, all or those that were asked for. */
  readonly cases: readonly ReferenceCase[]
  /** With all cases. */
  readonly file: CaseFile
}

/** Reads a file of cases, all or those of `only`; throws with what is wrong with it, and where. */
export function readCases(file: string, only: readonly string[] | null): ReadCases {
  const { meta, cases } = readDocument(file)
  const rules = isRecord(meta) && isRecord(meta.rules) ? Object.keys(meta.rules) : []
  const isTyped = isRecord(meta) && meta.form === 'typed'
  const faults = cases.flatMap((one, index) =>
    [...faultsOf(one, rules), ...(isTyped ? faultsOfChecks(one) : [])].map((fault) => `cases.${index} ${fault}`),
  )
  if (faults.length > 0) throw new Error(`${file} is no file of cases:\n  ${faults.join('\n  ')}`)
  const known = cases as readonly ReferenceCase[]
  const doubled = known.filter(({ id }, index) => known.findIndex((other) => other.id === id) < index)
  if (doubled.length > 0) throw new Error(`${file} has two cases ${doubled.map(({ id }) => id).join(', ')}.`)
  const unknown = (only ?? []).filter((id) => !known.some((one) => one.id === id))
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')} in ${file}.`)
  const profiles = isRecord(meta) && isRecord(meta.profiles) ? (meta.profiles as CaseFile['profiles']) : {}
  return {
    cases: only === null ? known : known.filter(({ id }) => only.includes(id)),
    file: { profiles, cases: known, isTyped },
  }
}

function readDocument(file: string): { meta: unknown; cases: readonly unknown[] } {
  const document = parsed(file)
  if (!isRecord(document) || !Array.isArray(document.cases)) throw new Error(`${file} has no list of cases.`)
  if (document.cases.length === 0) throw new Error(`${file} has no case.`)
  return { meta: document.meta, cases: document.cases }
}

function parsed(file: string): unknown {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`)
  }
}

/** A check of the typed form asks for something. */
function faultsOfChecks(one: unknown): string[] {
  const checks = isRecord(one) ? (one.checks ?? []) : []
  if (!Array.isArray(checks)) return ['has checks that are no list']
  const isCheck = (check: unknown) =>
    isRecord(check) && typeof check.text === 'string' && Array.isArray(check.that) && check.that.length > 0
  return checks.flatMap((check, index) => (isCheck(check) ? [] : [`has no text or no conditions in checks.${index}`]))
}

function faultsOf(one: unknown, rules: readonly string[]): string[] {
  if (!isRecord(one)) return ['is no object']
  const texts = ['id', 'title', 'group'].filter((key) => typeof one[key] !== 'string')
  const objects = ['inputs', 'expected', 'tolerance'].filter((key) => !isRecord(one[key]))
  const rule = isRecord(one.tolerance) ? one.tolerance.rule : undefined
  return [
    ...texts.map((key) => `has no ${key}`),
    ...objects.map((key) => `has no ${key}`),
    ...(typeof rule === 'string' && rules.includes(rule)
      ? []
      : [`goes by a rule that the file does not tell: ${rule}`]),
  ]
}
