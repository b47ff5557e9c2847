import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COMPILED, compileCore } from '../lib/core.ts'

it('[VER-119] the compiled core is that of its sources', { timeout: 60_000 }, async () => {
  expect(await compileCore()).toBe(readFileSync(COMPILED, 'utf8'))
})
