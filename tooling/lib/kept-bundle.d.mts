import type { InputOptions, OutputOptions } from 'rolldown'

export function keptBundle(options: {
  root: string
  name: string
  workspaces: readonly string[]
  files: readonly string[]
  options: InputOptions & { output?: OutputOptions }
}): Promise<string>
