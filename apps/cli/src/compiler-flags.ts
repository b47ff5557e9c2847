import { setFlagsFromString } from 'node:v8'

/** How V8 compiles what runs an engine. */
export const COMPILER_FLAGS = [
  // Node 26.10 may give several objects made in one loop the same box for a number of theirs, by chance of when it compiles: the same
  // runs would not always give the same report (docs/decisions/0229).
  '--no-maglev-escape-analysis',
  // An event passes through many small functions. More than this compiles longer in a short run than it saves (docs/performance.md).
  '--max-inlined-bytecode-size-cumulative=1500',
]

/** To be called before an engine runs. */
export function setCompilerFlags(): void {
  for (const flag of COMPILER_FLAGS) setFlagsFromString(flag)
}
