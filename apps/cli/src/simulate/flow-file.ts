import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { applySettings, printable } from '@plimsoll/experiments'
import { type Flow, parseFlow } from '@plimsoll/flow'
import { UsageError } from '../command.ts'

/** A flow as it is to be simulated, and what it is called. */
export interface NamedFlow {
  readonly name: string
  readonly flow: Flow
}

const MB = 1024 * 1024
export const LARGEST_BYTES = 32 * MB
const FAULTS_SHOWN = 20

/** What a file of a flow holds; throws a UsageError. */
export const readFlowDocument = (file: string): Promise<unknown> => readJsonFile(file, LARGEST_BYTES)

/** Where a flow comes from. */
interface Source {
  /** As messages name it. */
  readonly file: string
  /** Reads it. */
  readonly read: () => Promise<unknown>
}

/** `node.property=value` texts, and the option that gave them. */
export interface SetProperties {
  readonly option: string
  readonly texts: readonly string[]
}

/** Reads a saved flow and applies the settings, and says what is wrong with these; throws a UsageError with every fault of the flow by its path. */
export async function readFlowFile(
  { file, read }: Source,
  settings: readonly SetProperties[],
): Promise<NamedFlow & { readonly faults: readonly string[] }> {
  const document = await read()
  const parsed = parseFlow(document)
  if (!parsed.ok) {
    const faults = parsed.faults.map(({ path, message }) => `${path ? `${path} ` : ''}${message}`)
    throw new UsageError(describeFaults(`${file} is no flow that can be simulated:`, faults))
  }
  let { flow } = parsed
  const faults: string[] = []
  for (const { option, texts } of settings) {
    const settled = applySettings(flow, texts)
    if (settled.ok) flow = settled.flow
    else faults.push(...settled.faults.map((fault) => `${option} ${fault}`))
  }
  return {
    name: nameOf(document) ?? basename(file, '.json'),
    flow,
    faults: faults.length > 0 ? [describeFaults('The settings cannot be made:', faults)] : [],
  }
}

/** What a file of at most so many bytes holds; throws a UsageError. */
export const readJsonFile = async (file: string, mostBytes: number): Promise<unknown> =>
  parseJson(await readText(file, mostBytes), file)

export async function readText(file: string, mostBytes: number): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > mostBytes) throw new UsageError(`${file} is larger than ${mostBytes / MB} MB.`)
    const bytes = await readFile(file)
    // What a PowerShell of Windows writes begins with such a mark.
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${printable((error as Error).message)}`)
  }
}

export function nameOf(document: unknown): string | null {
  const { name } = document as { name?: unknown }
  return typeof name === 'string' && name.trim() !== '' ? name : null
}

/** A headline and the first faults, as lines that a terminal can show. */
export function describeFaults(head: string, faults: readonly string[]): string {
  const more = faults.length - FAULTS_SHOWN
  const lines = faults.slice(0, FAULTS_SHOWN).map((fault) => `  ${printable(fault)}`)
  return [head, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')
}
