import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMANDS } from '../src/commands/index.ts'
import { describeCommand } from '../src/help.ts'

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'terminal.md')

it('[API-86] the reference holds what each command says of itself, and nothing else', () => {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```text\n(Usage:[^`]*)\n```$/gm)
  expect(Array.from(blocks, ([, text]) => text)).toEqual(COMMANDS.map(describeCommand))
})
