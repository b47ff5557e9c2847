import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '@plimsoll/server/admin'
import manifest from '../package.json' with { type: 'json' }
import { type Call, type Command, UsageError } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { describeCommand, describeUsage, listCommands } from './help.ts'
import type { createThreads } from './simulate/events/threads.ts'

export interface CommandLine {
  /** What was typed after `plimsoll`. */
  words: readonly string[]
  environment: NodeJS.ProcessEnv
  /** Files are named from here. */
  folder: string
  readInput(): Promise<string>
  tell(progress: string): void
  show?(progress: string): void
  /** Standard output is a terminal that shows colours. */
  hasColours?: boolean
  /** What runs replications; absent: threads. */
  createPool?: typeof createThreads
}

export interface Outcome {
  /** 0 when it is done, 1 when it could not be done, 2 when it was not understood, 3 when an engine gave up. */
  code: 0 | 1 | 2 | 3
  output?: string
  errors?: string
}

/** The command that the words begin with. */
export const commandOf = (words: readonly string[]): Command | undefined =>
  COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))

/** Does what a command line asks for. */
export async function runCommandLine({ words, ...surroundings }: CommandLine): Promise<Outcome> {
  const command = commandOf(words)
  const isHelp = words.some((word) => word === '--help' || word === '-h')
  if (!command && (words[0] === '--version' || words[0] === '-V'))
    return { code: 0, output: `plimsoll ${manifest.version}` }
  if (!command) return aboutCommands(words, isHelp)
  if (isHelp) return { code: 0, output: describeCommand(command) }
  try {
    const rest = words.slice(command.name.split(' ').length)
    const { call, faults } = readCall(command, rest, surroundings)
    if (faults.length > 0) {
      const more = (await command.faultsOf?.(call)) ?? []
      throw new UsageError([...faults, ...more, '', describeUsage(command)].join('\n'))
    }
    const done = await command.run(call)
    return typeof done === 'string' ? { code: 0, output: done } : done
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, errors: error.message }
    return { code: 1, errors: error instanceof Error ? error.message : String(error) }
  }
}

function aboutCommands(words: readonly string[], isHelp: boolean): Outcome {
  const asked = words.filter((word) => !word.startsWith('-')).join(' ')
  const matching = COMMANDS.filter(({ name }) => `${name} `.startsWith(`${asked} `))
  const [list, prefix] = asked && matching.length > 0 ? [matching, asked] : [COMMANDS, '']
  const help = listCommands(list, prefix)
  if (isHelp && (asked === '' || matching.length > 0)) return { code: 0, output: help }
  if (asked === '' || matching.length > 0) return { code: 2, errors: help }
  return { code: 2, errors: `There is no command "${asked}".\n\n${help}` }
}

function readCall(
  command: Command,
  rest: readonly string[],
  { environment, folder, readInput, tell, show = () => {}, hasColours = false, createPool }: Omit<CommandLine, 'words'>,
): { readonly call: Call; readonly faults: readonly string[] } {
  const { values, positionals, faults } = parse(command, rest)
  const missing = Object.entries(command.options).filter(([name, { isRequired }]) => isRequired && !values[name])
  if (missing.length > 0) faults.push(`${missing.map(([name]) => `--${name}`).join(', ')} missing.`)
  const [file, ...afterFile] = positionals
  const [otherFile, ...more] = command.otherArgument ? afterFile : ['', ...afterFile]
  const takesArgument = command.argument !== undefined && values[command.insteadOfArgument ?? ''] === undefined
  if (takesArgument && !file) faults.push(`${command.argument} missing.`)
  const extra = takesArgument ? more : positionals
  if (extra.length > 0) faults.push(`${extra.join(' ')}: one argument too many.`)
  const call: Call = {
    config: () => configOf(environment),
    has: (option) => values[option] === true,
    text: (option) => String(values[option]),
    texts: (option) =>
      [values[option] ?? []]
        .flat()
        .filter((value) => value !== true)
        .map(String),
    file: command.argument && file ? resolve(folder, file) : '',
    argument: command.argument && file ? file : '',
    otherFile: otherFile ? resolve(folder, otherFile) : '',
    path: (name) => resolve(folder, name),
    stepSummary: environment.GITHUB_STEP_SUMMARY ? resolve(folder, environment.GITHUB_STEP_SUMMARY) : null,
    apiToken: environment.PLIMSOLL_TOKEN?.trim() || null,
    readInput,
    tell,
    show,
    hasColours,
    createPool,
  }
  return { call, faults }
}

interface Parsed {
  /** True: a switch, or an option whose value is missing. */
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
  readonly faults: string[]
}

function parse(command: Command, rest: readonly string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, isRepeatable = false }]) => [
      name,
      { type: value ? 'string' : 'boolean', multiple: isRepeatable } as const,
    ]),
  )
  const { values, tokens } = parseArgs({
    args: [...rest],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const faults: string[] = []
  const given = new Set<string>()
  /** Where the value of an unknown option may stand. */
  const doubtful = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined
    // A number below 0 is a value; another word with a hyphen is the next option.
    const isMissing = value === undefined || (!inlineValue && /^--?[a-z]/i.test(value))
    if (option === undefined) {
      faults.push(`Unknown option '${rawName}'.`)
      doubtful.add(token.index + 1)
    } else if (option.value && isMissing) {
      const others = parse(command, rest.toSpliced(token.index, 1))
      const fault = `Option '${rawName} <value>' argument missing.`
      return { ...others, values: { [name]: true, ...others.values }, faults: [fault, ...others.faults] }
    } else if (given.has(name) && option.isOnly) faults.push(`Option '${rawName}' is given twice.`)
    else if (!option.value && value !== undefined) faults.push(`Option '${rawName}' does not take an argument.`)
    given.add(name)
  }
  const arguments_ = tokens.filter((token) => token.kind === 'positional')
  const sure = arguments_.filter(({ index }) => !doubtful.has(index))
  const wanted = [command.argument, command.otherArgument].filter((name) => name !== undefined).length
  const positionals = (sure.length >= wanted ? sure : arguments_.slice(-wanted)).map(({ value }) => value)
  return { values, positionals, faults }
}

async function configOf(environment: NodeJS.ProcessEnv): Promise<Config> {
  const { readConfig } = await import('@plimsoll/server/admin')
  try {
    return readConfig(environment)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
