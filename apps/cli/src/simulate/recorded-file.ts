import { printable } from '@plimsoll/experiments'
import { REQUEST_TYPES } from '@plimsoll/simulation'
import { UsageError } from '../command.ts'
import { LARGEST_BYTES, readText } from './flow-file.ts'
import { readNumber } from './quantities.ts'

/** A row as `simulation.recorded` has it: a time alone, or with what else is told of it. */
export type RecordedEntry = number | Readonly<Record<string, number | string>>

interface Cell {
  readonly text: string
  /** Of its first character, from 1. */
  readonly column: number
}

/** What a cell stands for; a text says what is wrong. */
type ReadCell = (text: string) => { readonly value: number | string } | string

const number =
  (what: string): ReadCell =>
  (text) => {
    const value = readNumber(text) ?? Number.NaN
    return value >= 0 && value <= 1e12 ? { value } : `must be ${what}, not "${text}"`
  }

const type: ReadCell = (text) => {
  const value = REQUEST_TYPES.find((one) => one.toLowerCase() === text.toLowerCase())
  return value === undefined ? `must be ${REQUEST_TYPES.join(', ')}, not "${text}"` : { value }
}

/** By the name of the column: the member of a row, and what its cells hold. */
const COLUMNS: Readonly<
  Record<string, { readonly member: string; readonly isOptional: boolean; readonly read: ReadCell }>
> = {
  time: { member: 'atS', isOptional: false, read: number('a time in seconds') },
  rps: { member: 'rps', isOptional: false, read: number('requests per second') },
  type: { member: 'type', isOptional: true, read: type },
  size: { member: 'sizeKB', isOptional: true, read: number('a size in KB') },
}

const HEADER_HELP = `must be a heading: time, and perhaps rps, type and size`

/** Reads a file of requests or rates; throws a UsageError that names the line and the column of what is wrong. */
export async function readRecordedFile(file: string): Promise<readonly RecordedEntry[]> {
  const text = await readText(file, LARGEST_BYTES)
  try {
    return parseRecorded(text)
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`--arrivals-file ${file}: ${printable(error.message)}`)
    throw error
  }
}

class CsvError extends Error {
  constructor(line: number, column: number, message: string) {
    super(`line ${line}, column ${column}: ${message}`)
  }
}

/** One row a line; empty lines do not count. Numbers alone are times. */
export function parseRecorded(text: string): readonly RecordedEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) throw new CsvError(1, 1, 'there is no request and no rate')
  const cells = cellsOf(lines[first] ?? '')
  const isBare = cells.length === 1 && readNumber(cells[0]?.text ?? '') !== null
  const columns = isBare ? ['time'] : headingOf(cells, first + 1)
  const begin = isBare ? first : first + 1
  const rows = lines.slice(begin).flatMap((line, index): RecordedEntry[] => {
    return line.trim() === '' ? [] : [rowOf(cellsOf(line), columns, { line: begin + index + 1, end: line.length + 1 })]
  })
  if (rows.length === 0) throw new CsvError(lines.length, 1, 'there is no request and no rate')
  return rows
}

function headingOf(cells: readonly Cell[], line: number): readonly string[] {
  const names = cells.map(({ text }) => text.toLowerCase())
  for (const [index, name] of names.entries()) {
    const column = cells[index]?.column ?? 1
    if (!Object.hasOwn(COLUMNS, name)) throw new CsvError(line, column, `${HEADER_HELP}, not "${cells[index]?.text}"`)
    if (names.indexOf(name) < index) throw new CsvError(line, column, `there are two columns ${name}`)
  }
  if (!names.includes('time')) throw new CsvError(line, 1, HEADER_HELP)
  return names
}

function rowOf(
  cells: readonly Cell[],
  columns: readonly string[],
  { line, end }: { readonly line: number; readonly end: number },
): RecordedEntry {
  const extra = cells[columns.length]
  if (extra !== undefined) throw new CsvError(line, extra.column, `there are only ${columns.length} columns`)
  const members = columns.flatMap((name, index): [string, number | string][] => {
    const { member, isOptional, read } = COLUMNS[name] as (typeof COLUMNS)[string]
    const { text, column } = cells[index] ?? { text: '', column: end }
    if (text === '' && isOptional) return []
    const cell = read(text)
    if (typeof cell === 'string') throw new CsvError(line, column, `${name} ${cell}`)
    return [[member, cell.value]]
  })
  const [[, only] = []] = members
  return members.length === 1 && typeof only === 'number' ? only : Object.fromEntries(members)
}

/** Between commas, without quotes and white space around. */
function cellsOf(line: string): readonly Cell[] {
  let column = 1
  return line.split(',').map((raw) => {
    const from = column
    column += raw.length + 1
    const text = raw.trim()
    return {
      text: /^".*"$/.test(text) ? text.slice(1, -1).trim() : text,
      column: from + (text === '' ? 0 : raw.indexOf(text)),
    }
  })
}
