import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../lib/process.ts'

const RULE = /^- \*\*\[[^\]]+\]\*\* .*$/gm
const MARKED = /\*\* \((?:both|Ticks|Queueing)\) \S/

it.each(['simulation.md', 'simulation-panel.md'])('[RUN-402] every rule of %s says its engine', (name) => {
  const rules = readFileSync(join(ROOT, 'docs', 'spec', name), 'utf8').match(RULE) ?? []
  expect(rules.length).toBeGreaterThan(50)
  expect(rules.filter((rule) => !MARKED.test(rule))).toEqual([])
})
