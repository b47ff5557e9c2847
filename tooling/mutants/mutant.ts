import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Area } from './areas.ts'
import { type Edit, editsOf } from './operators.ts'
import { parse } from './syntax.ts'

/** One change of one file, which at least one test should notice. */
export interface Mutant extends Edit {
  /** Follows from the change and its line, not from the folder or the line's number, so that moving code keeps it. */
  id: string
  area: string
  /** From the root, with `/`. */
  file: string
}

/** The mutants of an area that a seed chooses: as many as asked for, or all there are. */
export function sampleOf(area: Area, { root, seed, size }: { root: string; seed: number; size: number }): Mutant[] {
  const texts = new Map(sourcesOf(area, root).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const all = [...texts].flatMap(([file, text]) => mutantsOf(area.name, file, text))
  const ranked = all
    .map((mutant) => ({ mutant, rank: digest(`${seed} ${mutant.id}`) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
  const chosen: Mutant[] = []
  for (const { mutant } of ranked) {
    if (chosen.length === size) break
    if (isValid(mutant.file, mutated(texts.get(mutant.file) ?? '', mutant))) chosen.push(mutant)
  }
  return chosen
}

export function sourcesOf({ sources, except = [] }: Area, root: string): string[] {
  return globSync(sources, { cwd: root, exclude: except }).map(withSlashes).sort()
}

export const withSlashes = (path: string) => path.replaceAll('\\', '/')

export function mutantsOf(area: string, file: string, text: string): Mutant[] {
  const seen = new Map<string, number>()
  return editsOf(file, text).map((edit) => {
    const { line, column } = placeOf(text, edit.start)
    const key = [basename(file), line.trim(), column, text.slice(edit.start, edit.end), edit.operator].join('\n')
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return { ...edit, id: digest(`${key}\n${count}`).slice(0, 10), area, file }
  })
}

export const mutated = (text: string, { start, end, replacement }: Edit) =>
  text.slice(0, start) + replacement + text.slice(end)

/** Where a mutant is and what it does to its lines, for people. */
export function describeMutant({ file, operator, start, end, replacement }: Mutant, text: string): string {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  const to = after < 0 ? text.length : after
  const before = text.slice(from, to)
  const behind = text.slice(from, start) + replacement + text.slice(end, to)
  const marked = (sign: string, lines: string) => lines.replace(/^ */gm, (indent) => `${sign} ${indent}`)
  return `${file}:${placeOf(text, start).number} ${operator}\n${marked('-', before)}\n${marked('+', behind)}`
}

/** The line that holds an offset, its number from 1, and the offset's column after the indentation. */
function placeOf(text: string, offset: number) {
  const from = text.lastIndexOf('\n', offset - 1) + 1
  const after = text.indexOf('\n', offset)
  const line = text.slice(from, after < 0 ? text.length : after)
  const indent = line.length - line.trimStart().length
  return { line, column: offset - from - indent, number: text.slice(0, from).split('\n').length }
}

function isValid(file: string, text: string): boolean {
  try {
    parse(file, text)
    return true
  } catch {
    return false
  }
}

export const digest = (text: string) => createHash('sha256').update(text).digest('hex')
