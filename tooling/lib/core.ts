import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REASONS } from '../../packages/event-engine/src/core/hooks.ts'
import { LINE, layoutOf, ROWS } from '../../packages/event-engine/src/core/layout.ts'
import { FIRST_PAGES } from '../../packages/event-engine/src/core/web-assembly.ts'
import { CALL_RECORD, MARKS } from '../../packages/event-engine/src/engine/call-record-row.ts'
import { FLAG, STATE } from '../../packages/event-engine/src/engine/call-records.ts'
import { KIND } from '../../packages/event-engine/src/engine/run.ts'
import {
  FINE_BITS,
  FINEST_BITS,
  LOWEST_EXPONENT,
  OCTAVES,
  SPLIT_BITS,
} from '../../packages/event-engine/src/measure/buckets.ts'
import { COUNT, COUNT_WIDTH } from '../../packages/event-engine/src/measure/requests.ts'

const ENGINE = join(import.meta.dirname, '..', '..', 'packages', 'event-engine')
const SOURCES = join(ENGINE, 'assembly')
/** Where what is compiled is kept. */
export const COMPILED = join(ENGINE, 'src', 'core', 'compiled.ts')

/** By this name only when it runs: its types declare a console of their own for everybody. */
const ASSEMBLY_SCRIPT: string = 'assemblyscript/asc'

interface AssemblyScript {
  readonly main: (
    args: readonly string[],
    host: {
      readonly readFile: (name: string) => string | null
      readonly writeFile: (name: string, contents: Uint8Array) => void
      readonly listFiles: () => readonly string[]
      readonly stderr: { readonly write: (text: string | Uint8Array) => void }
      readonly stdout: { readonly write: (text: string | Uint8Array) => void }
    },
  ) => Promise<{ readonly error: Error | null }>
}

const OPTIONS = ['-O3', '--converge', '--noAssert', '--runtime', 'minimal']
const MEMORY = ['--importMemory', '--initialMemory', String(FIRST_PAGES)]

/** Files of the core that follow from declarations of the engine, by name. */
const MADE: Readonly<Record<string, () => string>> = {
  'rows.ts': () => [...Object.entries(ROWS), ['CallRow', callRow()] as const].map(classOf).join('\n') + nextOffset(),
  'numbers.ts': () =>
    [
      ...numbered('K_', KIND),
      ...numbered('S_', STATE),
      ...numbered('F_', FLAG),
      ...numbered('C_', COUNT),
      ...numbered('', { COUNT_WIDTH, FINE_BITS, FINEST_BITS, LOWEST_EXPONENT, OCTAVES, SPLIT_BITS }),
      ...REASONS.map((reason, number) => constant(`R_${reason}`, number)),
      constant('STATE_BITS', MARKS.state),
      constant('CLASS_BITS', MARKS.requestClass),
      constant('REASON_BITS', MARKS.reason),
      constant('STEP_BITS', MARKS.step),
      constant('LINE', LINE),
      ...Object.entries(ROWS).map(([name, fields]) => constant(`${name}_BYTES`, layoutOf(fields).bytes)),
      constant('ALL_FLAGS', (1 << MARKS.state) - 1),
    ].join('\n'),
}

const constant = (name: string, value: number): string => `export const ${name}: i32 = ${value}`
const numbered = (prefix: string, numbers: Readonly<Record<string, number>>): string[] =>
  Object.entries(numbers).map(([name, number]) => constant(prefix + name, number))

function classOf([name, fields]: readonly [string, Readonly<Record<string, string>>]): string {
  const lines = Object.entries(fields).map(([field, kind]) => `  ${field}: ${kind}`)
  return `@unmanaged export class ${name} {\n${lines.join('\n')}\n}\n`
}

/** A call record. What follows it in a queue overlaps another field, so that it is read by its place. */
function callRow(): Record<string, string> {
  const { next: _, ...ints } = CALL_RECORD.ints
  const fields = [
    ...Object.entries(ints).map(([name, at]) => ({ name, kind: 'i32', at: at * 4, end: at * 4 + 4 })),
    ...Object.entries(CALL_RECORD.floats).map(([name, at]) => ({ name, kind: 'f64', at: at * 8, end: at * 8 + 8 })),
  ].sort((one, other) => one.at - other.at)
  for (const [index, { name, at }] of fields.entries())
    if (at !== (fields[index - 1]?.end ?? 0)) throw new Error(`There is a gap before ${name} of a call record.`)
  return Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))
}

const nextOffset = (): string => `export const NEXT: usize = ${CALL_RECORD.ints.next * 4}\n`

/** Compiles the core of the event engine, and gives back the text of the file that holds it. Throws what is wrong with its sources. */
export async function compileCore(): Promise<string> {
  let bytes = new Uint8Array()
  const messages: string[] = []
  const { main }: AssemblyScript = await import(ASSEMBLY_SCRIPT)
  const { error } = await main(['core.ts', '--outFile', 'core.wasm', ...OPTIONS, ...MEMORY], {
    readFile: (name) => {
      const made = MADE[name]
      if (made !== undefined) return made()
      const path = join(SOURCES, name)
      return existsSync(path) ? readFileSync(path, 'utf8') : null
    },
    writeFile: (_, contents) => {
      bytes = Uint8Array.from(contents)
    },
    listFiles: () => [],
    stderr: { write: (text) => void messages.push(String(text)) },
    stdout: { write: () => {} },
  })
  if (error !== null) throw new Error(messages.join(''))
  return [
    '/** The compiled core, from `assembly/`: WebAssembly, base64. `npm run core` makes it anew. */',
    `export const COMPILED_CORE =\n  '${Buffer.from(bytes).toString('base64')}'`,
    '',
  ].join('\n')
}
