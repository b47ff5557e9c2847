import { text } from 'node:stream/consumers'
import { runCommandLine } from './command-line.ts'

// What the command writes is for its own user only, as what the server writes.
process.umask(0o077)

const { code, output, errors } = await runCommandLine({
  words: process.argv.slice(2),
  environment: process.env,
  folder: process.env.INIT_CWD ?? process.cwd(),
  readInput: () => text(process.stdin),
  tell: (progress) => process.stderr.write(`${progress}\n`),
})
if (output) process.stdout.write(`${output}\n`)
if (errors) process.stderr.write(`${errors}\n`)
process.exitCode = code
