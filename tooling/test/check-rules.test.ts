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
  it('[OPS-15] is content when a test file cites each rule', () => {
    expect(faultsOf(`# Some\n${rule(A1)}${rule(REL)}`, `it('${A1} ${REL} holds', () => {})`)).toBe('')
  })

  it.each([
    ['that no test file cites', `it('${A1} holds', () => {})`],
    ['that only a comment names', `it('${A1} holds', () => {})\n// ${A2} holds`],
    ['that is named in the middle of a title', `it('${A1} holds', () => {})\nit('holds ${A2}', () => {})`],
  ])('[OPS-15] reports a rule %s', (_, tests) => {
    expect(faultsOf(`# Some\n\n${rule(A1)}${rule(A2)}`, tests)).toBe(`docs/spec/some.md:4 ${A2} has no test`)
  })

  it('[OPS-50] reports a citation of a rule that is not there', () => {
    expect(faultsOf(rule(A1), `\nit('${A1} holds', () => {})\nit(\`${A2} holds\`, () => {})`)).toBe(
      `packages/some/test/some.test.ts:3 cites ${A2}, which no rule has`,
    )
  })

  it('[OPS-51] reports a rule that stands twice', () => {
    expect(faultsOf(rule(A1) + rule(A1), `it('${A1} holds', () => {})`)).toBe(
      `docs/spec/some.md:2 ${A1} stands already in docs/spec/some.md:1`,
    )
  })

  it('[OPS-323] reports a rule that joins several statements by a semicolon outside of code', () => {
    const tests = { 'tooling/test/some.test.ts': `it('${A1} ${A2} ${REL} hold', () => {})` }
    const texts = ['One holds; so does another.', 'The type is `text/html; charset=utf-8`.', 'The `type`; it holds.']
    const rules = [A1, A2, REL].map((id, index) => `- **${id}** ${texts[index]}\n`).join('')
    const root = folderWith({ 'docs/spec/some.md': rules, ...tests })
    const fault = 'says several things: split it where the semicolon stands'
    expect(findRuleFaults(root)).toBe(`docs/spec/some.md:1 ${A1} ${fault}\ndocs/spec/some.md:3 ${REL} ${fault}`)
  })

  it.each([
    `* **${A2}** Something holds.`,
    `- ${A2} Something holds.`,
    `1. **${A2}** Something holds.`,
    `| ${A2} | Something holds. |`,
    `- **${A2}**Something holds.`,
    `- **[${'LONGER'}-1]** Something holds.`,
    '- Something holds.',
  ])('[OPS-360] reports what looks like a rule and is read as none: %s', (line) => {
    expect(faultsOf(`${rule(A1)}${line}\n`, `it('${A1} holds', () => {})`)).toMatch(
      /^docs\/spec\/some\.md:2 looks like a rule, and is none/,
    )
  })

  it('[OPS-15] reads the rules of folders in it', () => {
    const root = folderWith({ 'docs/spec/more/some.md': rule(A1) })
    expect(findRuleFaults(root)).toBe(`docs/spec/more/some.md:1 ${A1} has no test`)
  })

  it('[OPS-15] reports that it found no rule at all', () => {
    expect(faultsOf('# Some', '')).toBe('No rule was found in docs/spec.')
  })
})
