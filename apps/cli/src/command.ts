import type { Config } from '@plimsoll/server/admin'
import type { createThreads } from './simulate/events/threads.ts'

/** An option of a command: a text that is named in capitals, or a switch without one. */
export interface Option {
  value?: string
  isRequired?: boolean
  /** May be given more than once. */
  isRepeatable?: boolean
  /** Is refused where it is given twice: of others the last one holds. */
  isOnly?: true
  /** The heading that the help lists it under. */
  group?: string
  help: string
}

/** What a command is run with. */
export interface Call {
  /** What the environment says to the server; throws a UsageError where that is wrong. */
  config(): Promise<Config>
  /** Whether an option was given. */
  has(option: string): boolean
  /** The text of an option that must be given. */
  text(option: string): string
  /** Every text that an option was given; empty when it was not. */
  texts(option: string): readonly string[]
  /** The file that is the command's one argument, as an absolute path; empty where it is missing. */
  file: string
  /** The argument as it was typed. */
  argument: string
  /** The file of the argument after it that may be left out; empty where it is. */
  otherFile: string
  /** A file that an option names, as an absolute path. */
  path(name: string): string
  /** The file that shows Markdown beside a run of GitHub Actions, as an absolute path; null: there is none. */
  stepSummary: string | null
  /** Of the server that a command talks to; null: there is none. */
  apiToken: string | null
  readInput(): Promise<string>
  /** Says how far it is, while it works. */
  tell(progress: string): void
  /** Shows on a terminal how far it is, until the next is shown. */
  show(progress: string): void
  /** Whether its output goes to a terminal that shows colours. */
  hasColours: boolean
  /** What runs replications; absent: threads. */
  createPool?: typeof createThreads | undefined
}

/** How a command ends that can end otherwise than well. */
export interface Done {
  /** 1 when what was asked for does not hold, 3 when the engine gave up. */
  code: 0 | 1 | 3
  output: string
  errors?: string
}

export interface Command {
  /** The words that it is called by, after `plimsoll`. */
  name: string
  /** The name of its one argument, in capitals. */
  argument?: string
  /** The name of an argument after it that may be left out, in capitals. */
  otherArgument?: string
  /** The option that names a file in place of the argument. */
  insteadOfArgument?: string
  summary: string
  /** What else there is to know, in whole sentences. */
  details: string
  options: Readonly<Record<string, Option>>
  /** Whether it works beside a server, on what the server's environment names. */
  isOfServer: boolean
  /** Whether it computes for long, and reads no standard input: it runs on a thread, so that an interrupt ends it at once. */
  simulates?: true
  /** What else is wrong with a call of which something is wrong, so that all of it is said at once. */
  faultsOf?(call: Call): Promise<readonly string[]>
  /** Its output when it is done. */
  run(call: Call): Promise<string | Done>
}

/** What was asked for in a way that cannot be understood; the exit code is 2 then. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
