import { text } from 'node:stream/consumers'
import { runCommandLine } from './command-line.ts'
import { createProgress } from './progress.ts'

const INTERRUPTED = 130

// What the command writes is for its own user only, as what the server writes.
process.umask(0o077)

const progress = createProgress(process.stderr)
process.once('SIGINT', () => {
  progress.end()
  process.stderr.write('Interrupted.\n')
  process.exit(INTERRUPTED)
})

const { code, output, errors } = await runCommandLine({
  words: process.argv.slice(2),
  environment: process.env,
  folder: process.env.INIT_CWD ?? process.cwd(),
  readInput: () => text(process.stdin),
  tell: progress.tell,
  show: progress.show,
  hasColours: process.stdout.isTTY === true && process.stdout.hasColors(),
})
progress.end()
if (output) process.stdout.write(`${output}\n`)
if (errors) process.stderr.write(`${errors}\n`)
process.exitCode = code
