import { commandOf, runCommandLine } from './command-line.ts'
import { runOnThread } from './command-thread.ts'
import { setCompilerFlags } from './compiler-flags.ts'
import { createProgress } from './progress.ts'

const INTERRUPTED = 130
/** As an --out that cannot be written. */
const NOT_WRITTEN = 2

setCompilerFlags()

// What the command writes is for its own user only, as what the server writes.
process.umask(0o077)

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads may stop early, as `head` does; the exit code stays that of the command.
  if (error.code === 'EPIPE') return
  process.exitCode = NOT_WRITTEN
  process.stderr.write(`The output cannot be written: ${error.message}\n`)
})
// Nobody can be told.
process.stderr.on('error', () => {})

const progress = createProgress(process.stderr)
process.once('SIGINT', () => {
  progress.end()
  process.stderr.write('Interrupted.\n')
  process.exit(INTERRUPTED)
})

const { tell, show } = progress
const task = {
  words: process.argv.slice(2),
  environment: { ...process.env },
  folder: process.env.INIT_CWD ?? process.cwd(),
  hasColours: process.stdout.isTTY === true && process.stdout.hasColors(),
}
const readInput = async () => (await import('node:stream/consumers')).text(process.stdin)
const { code, output, errors } = commandOf(task.words)?.simulates
  ? await runOnThread(task, { tell, show })
  : await runCommandLine({ ...task, readInput, tell, show })
progress.end()
if (output) process.stdout.write(`${output}\n`)
if (errors) process.stderr.write(`${errors}\n`)
process.exitCode = code
