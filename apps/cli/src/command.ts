import type { Config } from '@plimsoll/server/admin'

/** An option of a command: a text that is named in capitals, or a switch without one. */
export interface Option {
  value?: string
  isRequired?: boolean
  help: string
}

/** What a command is run with. */
interface Call {
  config: Config
  /** Whether an option was given. */
  has(option: string): boolean
  /** The text of an option that must be given. */
  text(option: string): string
  /** The file that is the command's one argument, as an absolute path. */
  file: string
  readInput(): Promise<string>
}

export interface Command {
  /** The words that it is called by, after `plimsoll`. */
  name: string
  /** The name of its one argument, in capitals. */
  argument?: string
  summary: string
  /** What else there is to know, in whole sentences. */
  details: string
  options: Readonly<Record<string, Option>>
  /** What it tells when it is done. */
  run(call: Call): Promise<string>
}

/** What was asked for in a way that cannot be understood; the exit code is 2 then. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
