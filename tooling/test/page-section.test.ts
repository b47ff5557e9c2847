import { expect, it } from 'vitest'
import { withKeptSections } from '../lib/kept-sections.ts'
import { sectionOf, withSection } from '../lib/page-section.ts'

it('[VER-70] a page that is written anew keeps what the last run in full found, and that of the mutants', () => {
  const proofs = withSection('# Page\n', 'proofs in full', 'All 7 tests passed.\n')
  const before = withSection(proofs, 'mutants', '9 of 10 killed.\n')
  const after = withKeptSections('# Another page\n', before)
  expect(after).toMatch(/^# Another page\n/)
  expect(sectionOf(after, 'proofs in full')).toBe('All 7 tests passed.\n')
  expect(sectionOf(after, 'mutants')).toBe('9 of 10 killed.\n')
  const again = withSection(after, 'proofs in full', 'All 8 tests passed.\n')
  expect(sectionOf(again, 'proofs in full')).toBe('All 8 tests passed.\n')
  expect(withKeptSections('# Page\n', '# Page\n')).toBe('# Page\n')
})
