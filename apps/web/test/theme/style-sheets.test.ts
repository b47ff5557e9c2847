import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('[UI-364] no style sheet copies the styles of another', () => {
  const sheets = globSync('apps/web/src/**/*.module.css')
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((sheet) => /composes:.*\bfrom\b/.test(readFileSync(sheet, 'utf8')))).toEqual([])
})
