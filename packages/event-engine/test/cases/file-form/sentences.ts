import {
  CannotBeRead,
  type Check,
  type Condition,
  existing,
  type Window,
} from '../../../../../tooling/reference-cases/reference-case.ts'
import type { Diagram } from '../diagram.ts'
import forms from './sentences.json' with { type: 'json' }
import { pattern } from './template.ts'

/** What a sentence may refer to. */
export interface RunEvidence {
  readonly variants: Readonly<Record<string, Diagram>>
  /** Keys of the expected figures. */
  readonly figures: readonly string[]
  readonly spike?: { readonly fromS: number; readonly toS: number }
  readonly window?: Window
  readonly outage?: { readonly node: string; readonly fromS: number; readonly forS: number }
}

/**
 * Reads a sentence by the first form that fits. In the conditions of a form `$1` is its first word, `$name` a value of `VALUES`,
 * and there may be one operation: `$1/100`. Throws `CannotBeRead` where no form fits.
 */
export function readSentence(text: string, told: RunEvidence): Check {
  for (const [form, conditions] of Object.entries(forms)) {
    const words = pattern(form).exec(text)
    if (words === null) continue
    const that = conditions.flatMap((condition) => {
      if (!JSON.stringify(condition).includes('"$each"')) return filled(condition, { told, words, each: '' })
      return Object.keys(told.variants).map((each) => filled(condition, { told, words, each }))
    })
    return { text, that: (that as readonly Condition[]).flatMap(toEachOther) }
  }
  throw new CannotBeRead(`"${text}" says nothing that is known`)
}

interface Scope {
  readonly told: RunEvidence
  readonly words: readonly (string | undefined)[]
  /** The variant that a condition stands for, where there is one for each. */
  readonly each: string
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, '%': 0.01, rps: 1 }

const VALUES: Readonly<Record<string, (scope: Scope) => unknown>> = {
  limit: ({ words }) => Number(words[4]) * (UNITS[words[5] ?? 'ms'] ?? 1),
  spikeEnd: ({ told }) => existing(told.spike, 'spike of the load').toS,
  faultFrom: ({ told }) => existing(told.outage, 'outage').fromS,
  faultTo: ({ told: { outage } }) => existing(outage, 'outage').fromS + (outage?.forS ?? 0),
  faultyNode: ({ told }) => existing(told.outage, 'outage').node,
  each: ({ each }) => each,
  missRate: ({ each }) => 1 - Number(each),
  all: ({ told }) => Object.keys(told.variants),
  allButLast: ({ told }) => Object.keys(told.variants).slice(0, -1),
  balanced: ({ told, words }) => words[1]?.split(' > ').map((name) => balancedBy(name, told)),
  databases: ({ told }) => {
    const { nodes = [], edges = [] } = Object.values(told.variants)[0] ?? {}
    const databases = nodes.filter(({ type }) => type === 'Database').map(({ id }) => id)
    const leading = edges.filter(({ target }) => databases.includes(target))
    return [...databases, ...leading.map(({ id, source, target }) => id ?? `${source}-${target}`)]
  },
  others: ({ told: { figures }, words }) => {
    const [name = ''] = words.slice(1)
    const ending = /_[a-z]+(?:_ms)?$/.exec(name)?.[0] ?? ''
    return figures.filter((key) => key !== name && key.endsWith(ending))
  },
}

const OPERATIONS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '/': (one, other) => one / other,
}

/** A part of a form with the words of the sentence. */
function filled(part: unknown, scope: Scope): unknown {
  if (Array.isArray(part)) return part.map((one) => filled(one, scope))
  if (typeof part === 'object' && part !== null) {
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, named(key, filled(value, scope), scope)]),
    )
  }
  const [, name, operation, operand] = /^\$(\w+)(?:([-+/])(.+))?$/.exec(String(part)) ?? []
  if (name === undefined) return part
  const word = scope.words[Number(name)]
  const value = /^\d+$/.test(name) ? (/^[\d.]+$/.test(word ?? '') ? Number(word) : word) : VALUES[name]?.(scope)
  const operate = OPERATIONS[operation ?? '']
  return operate === undefined
    ? value
    : operate(Number(value), operand?.startsWith('$') ? Number(filled(operand, scope)) : Number(operand))
}

/** A time is a window, and the name of a figure is one; a figure that is a time may leave its unit out. */
function named(key: string, value: unknown, { told }: Scope): unknown {
  if (typeof value !== 'string') return value
  if (key === 'within') return windowIn(value, told)
  const figure = told.figures.includes(`${value}_ms`) ? `${value}_ms` : value
  if (key === 'measure') return figure
  return key === 'than' ? { measure: figure } : value
}

/** A figure against several others is one condition for each of these. */
const toEachOther = (condition: Condition): readonly Condition[] =>
  Array.isArray(condition.than) && (condition.is === '>=' || condition.is === '<=')
    ? condition.than.map((measure) => ({ ...condition, than: { measure: String(measure) } }))
    : [condition]

function balancedBy(name: string, { variants }: RunEvidence): string {
  const found = Object.entries(variants).find(([, { settings, nodes }]) =>
    settings?.lb === undefined ? nodes.some(({ data }) => data?.algorithm === name) : settings.lb === name,
  )
  return existing(found, `variant balanced by ${name}`)[0]
}

/** What is "after" a time is watched for so long, and what is "at" a time over so long. */
const AFTERWARDS_S = 60
const STRETCH_S = 5

function windowIn(words: string, { spike, window }: RunEvidence): Window {
  const [, from, to] = /^(?:in|at) ([\d.]+) ?- ?([\d.]+) s$/.exec(words) ?? []
  if (from !== undefined) return [Number(from), Number(to)]
  const [, side, second] = /^(before|after|at|by) ([\d.]+) s$/.exec(words) ?? []
  const at = Number(second)
  if (side === 'before' || side === 'by') return [0, at]
  if (side === 'at') return [at - STRETCH_S / 2, at + STRETCH_S / 2]
  const lastS = Number(window?.[1] ?? 0)
  if (side === 'after') return [at, Math.max(lastS, at + AFTERWARDS_S)]
  if (words.endsWith('window')) return existing(window, 'window of time')
  const { fromS, toS } = existing(spike, 'spike of the load')
  if (words.startsWith('before')) return [fromS / 4, fromS]
  return words.startsWith('during') ? [fromS, toS] : [toS, Math.max(lastS, toS + AFTERWARDS_S)]
}
