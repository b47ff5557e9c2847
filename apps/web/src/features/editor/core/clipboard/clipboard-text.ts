import { LIMITS } from '@plimsoll/contract'
import { DOCUMENT_VERSION, type Flow, parseFlow } from '@plimsoll/flow'
import { faultText } from '../../../../shared/text/fault-text.ts'
import { jsonExcess } from './json-excess.ts'

const MARK = '{"format":"plimsoll/part",'

type ReadClipboard = { readonly ok: true; readonly part: Flow } | { readonly ok: false; readonly message: string }

/** A part of a drawing as text, for the clipboard: a flow document with a mark in front. */
export function writeClipboardText({ nodes, edges, groups }: Flow): string {
  const document = { documentVersion: DOCUMENT_VERSION, nodes, edges, groups }
  return `${MARK}${JSON.stringify(document).slice(1)}`
}

/** Reads what `writePart` wrote; null for any other text. Anyone can have written it: what it says is checked as a file is. */
export function readClipboardText(text: string): ReadClipboard | null {
  if (!text.startsWith(MARK)) return null
  if (text.length > LIMITS.flowBody) return failed('it is too long')
  const excess = jsonExcess(text)
  if (excess !== null) return failed(excess)
  const document = jsonOf(text)
  const parsed = parseFlow(document)
  if (parsed.ok) return { ok: true, part: parsed.flow }
  return failed(
    parsed.faults
      .slice(0, 1)
      .map((fault) => faultText(document, fault))
      .join(),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const failed = (message: string): ReadClipboard => ({ ok: false, message })
