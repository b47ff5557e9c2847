import { type LeftOut, readMermaid } from '@plimsoll/flow'
import { uniqueText } from '../../../../../shared/text/unique-text.ts'
import { headingIn } from './heading-in.ts'
import { layOutAll } from './lay-out-all.ts'
import type { ReadResult } from './read-result.ts'
import { fencedMermaid } from './text-format.ts'

const REASONS: Readonly<Record<LeftOut, string>> = {
  twice: 'were there already',
  toItself: 'lead from a component to itself',
  ofGroup: 'lead to or from a group',
}

/** Reads a Mermaid flowchart and gives everything a place; a text with a fenced diagram in it is read for the first one. */
export function readMermaidText(text: string): ReadResult {
  const read = readMermaid(fencedMermaid(text), { makeId: uniqueText })
  if (!read.ok) {
    const { line, column, message } = read.fault
    return { ok: false, faults: [`line ${line}, column ${column}: ${message}`] }
  }
  const leftOut = (Object.keys(REASONS) as LeftOut[])
    .filter((reason) => read.leftOut[reason] > 0)
    .map((reason) => `Left out: ${read.leftOut[reason]} that ${REASONS[reason]}.`)
  return { ok: true, heading: headingIn({ name: read.title }), flow: layOutAll(read), leftOut }
}
