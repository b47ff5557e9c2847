import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '@plimsoll/server/admin'
import manifest from '../package.json' with { type: 'json' }
import { type Call, type Command, UsageError } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { describeCommand, listCommands } from './help.ts'

interface CommandLine {
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
}

interface Outcome {
  /** 0 when it is done, 1 when it could not be done, 2 when it was not understood, 3 when an engine gave up. */
  code: 0 | 1 | 2 | 3
  output?: string
  errors?: string
}

/** Does what a command line asks for. */
export async function runCommandLine({ words, ...surroundings }: CommandLine): Promise<Outcome> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  const isHelp = words.some((word) => word === '--help' || word === '-h')
  if (!command && (words[0] === '--version' || words[0] === '-V'))
    return { code: 0, output: `plimsoll ${manifest.version}` }
  if (!command) return aboutCommands(words, isHelp)
  if (isHelp) return { code: 0, output: describeCommand(command) }
  try {
    const rest = words.slice(command.name.split(' ').length)
    const done = await command.run(readCall(command, rest, surroundings))
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
  { environment, folder, readInput, tell, show = () => {}, hasColours = false }: Omit<CommandLine, 'words'>,
): Call {
  const { values, positionals } = parse(command, rest)
  const missing = Object.entries(command.options).filter(([name, { isRequired }]) => isRequired && !values[name])
  if (missing.length > 0) throw usageError(command, `${missing.map(([name]) => `--${name}`).join(', ')} missing.`)
  const [file, ...more] = positionals
  const takesArgument = command.argument !== undefined && values[command.insteadOfArgument ?? ''] === undefined
  if (takesArgument && !file) throw usageError(command, `${command.argument} missing.`)
  const extra = takesArgument ? more : positionals
  if (extra.length > 0) throw usageError(command, `${extra.join(' ')}: one argument too many.`)
  return {
    config: () => configOf(environment),
    has: (option) => values[option] === true,
    text: (option) => String(values[option]),
    texts: (option) => [values[option] ?? []].flat().map(String),
    file: resolve(folder, file ?? ''),
    path: (name) => resolve(folder, name),
    stepSummary: environment.GITHUB_STEP_SUMMARY ? resolve(folder, environment.GITHUB_STEP_SUMMARY) : null,
    readInput,
    tell,
    show,
    hasColours,
  }
}

function parse(command: Command, rest: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, isRepeatable = false }]) => [
      name,
      { type: value ? 'string' : 'boolean', multiple: isRepeatable } as const,
    ]),
  )
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true })
  } catch (error) {
    throw usageError(command, `${(error as Error).message.split('. ')[0]}.`)
  }
}

async function configOf(environment: NodeJS.ProcessEnv): Promise<Config> {
  const { readConfig } = await import('@plimsoll/server/admin')
  try {
    return readConfig(environment)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function usageError(command: Command, fault: string): UsageError {
  return new UsageError(`${fault}\n\n${describeCommand(command)}`)
}
