import { expect, it } from 'vitest'
import { findUnawaited } from '../check-awaited.ts'
import { folderWith } from './folder.ts'

const faultsOf = (line: string) =>
  findUnawaited(folderWith({ 'e2e/specs/a.spec.ts': `\n// ü\nit('a', async () => {\n  ${line}\n})\n` }))

it.each([
  'expect.poll(() => 1).toBe(2)',
  'expect(async () => {}).toPass()',
  'expect(later).resolves.toBe(2)',
  'expect(later)\n    .rejects.toThrow()',
  'expect(page.locator("a")).not.toBeVisible()',
  'expect.soft(page).toHaveURL("/")',
])('[OPS-359] refuses an expectation that is not awaited: %s', (line) => {
  expect(faultsOf(line)).toBe('e2e/specs/a.spec.ts:4 is not awaited')
})

it.each([
  'await expect.poll(() => 1).toBe(2)',
  'return expect(later).resolves.toBe(2)',
  'expect(1).toBe(1)',
  'expect(await text()).toContain("a")',
])('[OPS-359] lets pass: %s', (line) => {
  expect(faultsOf(line)).toBe('')
})
