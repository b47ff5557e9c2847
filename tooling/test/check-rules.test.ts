import { describe, expect, it } from 'vitest'
import { findRuleFaults } from '../check-rules.ts'
import { folderWith } from './folder.ts'

// The ids are put together so that they do not count as citations of this file.
const A1 = `[${'AB'}-1]`
const A2 = `[${'AB'}-2]`
const REL = `[${'REL'}-SE1]`

const rule = (id: string) => `- **${id}** Something holds.\n`
const faultsOf = (rules: string, tests: string) =>
  findRuleFaults(folderWith({ 'docs/spec/some.md': rules, 'packages/some/test/some.test.ts': tests }))

describe('rules and their tests', () => {
  it('[OPS-14] is content when each rule is cited by a test', () => {
    expect(faultsOf(`# Some\n${rule(A1)}${rule(REL)}`, `it('${A1} ${REL} holds', () => {})`)).toBe('')
  })

  it('[OPS-14] reports a rule without a test', () => {
    expect(faultsOf(`# Some\n\n${rule(A1)}${rule(A2)}`, `it('${A1} holds', () => {})`)).toBe(
      `docs/spec/some.md:4 ${A2} has no test`,
    )
  })

  it.each([
    ['a test that is switched off', `it.skip('${A1} holds', () => {})`],
    ['a test that is still to be written', `it.todo('${A1} holds')`],
    ['a comment', `// ${A1} holds`],
    ['the middle of a title', `it('holds ${A1}', () => {})`],
  ])('[OPS-14] does not take %s for a test', (_, tests) => {
    expect(faultsOf(rule(A1), tests)).toBe(`docs/spec/some.md:1 ${A1} has no test`)
  })

  it('[OPS-15] reports a citation of a rule that is not there', () => {
    expect(faultsOf(rule(A1), `\nit('${A1} holds', () => {})\nit(\`${A2} holds\`, () => {})`)).toBe(
      `packages/some/test/some.test.ts:3 cites ${A2}, which no rule has`,
    )
  })

  it('[OPS-15] reports a rule that stands twice', () => {
    expect(faultsOf(rule(A1) + rule(A1), `it('${A1} holds', () => {})`)).toBe(
      `docs/spec/some.md:2 ${A1} stands already in docs/spec/some.md:1`,
    )
  })

  it('[OPS-14] reports that it found no rule at all', () => {
    expect(faultsOf('# Some', '')).toBe('No rule was found in docs/spec/*.md.')
  })
})
