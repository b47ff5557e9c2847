import type { Command, Option } from './command.ts'

const WIDTH = 80
const ENVIRONMENT =
  'It reads the environment that the server is started with: DATA_DIR, DATABASE_URL, PUBLIC_URL and so on.'

/** What there is that begins with `prefix`. */
export function listCommands(commands: readonly Command[], prefix = ''): string {
  const lines = commands.map((command) => [nameOf(command), command.summary] as const)
  return [
    `Usage: plimsoll ${prefix ? `${prefix} ` : ''}COMMAND`,
    columns(lines),
    wrap(
      `${commands.every(({ isOfServer }) => isOfServer) ? `${ENVIRONMENT} ` : ''}--help after a command says more about it. --version gives the version.`,
    ),
  ].join('\n\n')
}

/** What a command takes, and where to read more: an error above it stays on the screen. */
export const describeUsage = (command: Command): string =>
  `${usageLine(command)}\nplimsoll ${command.name} --help says more.`

/** What a command does and takes. */
export function describeCommand(command: Command): string {
  return [
    usageLine(command),
    wrap(`${command.summary}. ${command.details}`),
    ...optionGroups(command),
    ...(command.isOfServer ? [wrap(ENVIRONMENT)] : []),
  ].join('\n\n')
}

/** All options in columns of the same width, each group under its heading. */
function optionGroups({ options }: Command): readonly string[] {
  const rows = Object.entries(options).map(([name, option]) => ({ left: flag(name, option), ...option }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  const groups = Map.groupBy(rows, ({ group = '' }) => group)
  return Array.from(groups, ([group, members]) => {
    const lines = columns(
      members.map(({ left, help }) => [left, help] as const),
      width,
    )
    return group === '' ? lines : `${group}:\n${lines}`
  })
}

function nameOf({ name, argument, otherArgument }: Command): string {
  return [name, ...(argument ? [argument] : []), ...(otherArgument ? [`[${otherArgument}]`] : [])].join(' ')
}

function usageLine(command: Command): string {
  return `Usage: plimsoll ${usage(command)}${Object.keys(command.options).length > 0 ? ' [OPTIONS]' : ''}`
}

function usage(command: Command): string {
  const required = Object.entries(command.options).filter(([, { isRequired }]) => isRequired)
  return [nameOf(command), ...required.map(([name, option]) => flag(name, option))].join(' ')
}

function flag(name: string, { value }: Option): string {
  return value ? `--${name} ${value}` : `--${name}`
}

function wrap(text: string, width = WIDTH): string {
  return text.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n').trimEnd()
}

function columns(
  rows: readonly (readonly [string, string])[],
  width = Math.max(...rows.map(([left]) => left.length)) + 2,
): string {
  const indent = `\n${' '.repeat(width + 2)}`
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}${wrap(right, WIDTH - width - 2).replaceAll('\n', indent)}`)
    .join('\n')
}
