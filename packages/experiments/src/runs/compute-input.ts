import type { DesignRun } from './simulate-design.ts'

/** What a worker is to find of one flow: what it shows, or the highest load that it carries. */
export interface ComputeInput extends Pick<DesignRun, 'name' | 'flow' | 'plan'> {
  readonly what: 'point' | 'capacity'
}
