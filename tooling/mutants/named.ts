import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, type Mutant } from './mutant.ts'

/** A fault that once went unnoticed and must never do so again. */
export interface NamedFault {
  name: string
  area: string
  file: string
  /** Stands exactly once in the file. */
  text: string
  replacement: string
}

/** The faults as mutants; throws where a text no longer stands in its file, so that none is dropped by an edit elsewhere. */
export function namedMutants(faults: readonly NamedFault[], root: string): Mutant[] {
  return faults.map(({ name, area, file, text, replacement }) => {
    const source = readFileSync(join(root, file), 'utf8')
    const count = source.split(text).length - 1
    if (count !== 1)
      throw new Error(`"${name}": the text to replace stands ${count} times in ${file}, not once:\n${text}`)
    const start = source.indexOf(text)
    const id = digest(`${name}\n${text}\n${replacement}`).slice(0, 10)
    return { id, area, file, operator: name, start, end: start + text.length, replacement }
  })
}
