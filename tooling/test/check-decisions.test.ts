import { describe, expect, it } from 'vitest'
import { findDecisionFaults } from '../check-decisions.ts'
import { folderWith } from './folder.ts'

// Put together so that they do not count as links of this file.
const FOLDER = ['docs', 'decisions'].join('/')

const PAGE = '# Group commit\n\nStatus: accepted\n'
const INDEX = '| 0012 | [Group commit](0012-group-commit.md) | accepted |\n'

const faultsWith = (files: Record<string, string>) =>
  findDecisionFaults(folderWith({ [`${FOLDER}/README.md`]: INDEX, [`${FOLDER}/0012-group-commit.md`]: PAGE, ...files }))

describe('decisions', () => {
  it('[OPS-60] have a status, a row in the index, and links that resolve', () => {
    const files = {
      'apps/some/src/a.ts': `// ${FOLDER}/0012`,
      'docs/spec/some.md': '[why](../decisions/0012-group-commit.md#turned-down)',
      'README.md': `[why](${FOLDER}/0012-group-commit.md)`,
    }
    expect(faultsWith(files)).toBe('')
  })

  it('[OPS-60] without a status are faults', () => {
    expect(faultsWith({ [`${FOLDER}/0012-group-commit.md`]: '# Group commit\n\nOne commit for several writes.' })).toBe(
      `${FOLDER}/0012-group-commit.md: has no line such as "Status: accepted"`,
    )
  })

  it.each([
    ['is not in the index', ''],
    ['has another title in the index', INDEX.replace('Group', 'Shared')],
    ['has another status in the index', INDEX.replace('accepted', 'superseded')],
  ])('[OPS-60] a page that %s is a fault', (_, index) => {
    expect(faultsWith({ [`${FOLDER}/README.md`]: index })).toContain(`${FOLDER}/0012-group-commit.md: `)
  })

  it.each([
    ['packages/some/src/a.ts', `/** ${FOLDER}/0013 */`],
    ['apps/some/test/a.tsx', `// ${FOLDER}/0012-another-name.md`],
    ['docs/spec/some.md', '[why](../decisions/0013-none.md)'],
    [`${FOLDER}/README.md`, `${INDEX}[performance](../performance.md)`],
  ])('[OPS-60] a link in %s that leads nowhere is a fault', (path, text) => {
    expect(faultsWith({ [path]: text })).toMatch(new RegExp(`^${path}: .* leads to no page$`))
  })

  it('[OPS-93] two decisions with one number are a fault', () => {
    const index = `${INDEX}| 0012 | [Group commit](0012-shared-commit.md) | accepted |\n`
    const files = { [`${FOLDER}/README.md`]: index, [`${FOLDER}/0012-shared-commit.md`]: PAGE }
    expect(faultsWith(files)).toBe(`${FOLDER}/0012-shared-commit.md: another decision has this number`)
  })

  it('[OPS-60] a folder without decisions is a fault', () => {
    expect(findDecisionFaults(folderWith({ 'README.md': '' }))).toBe(`No decision was found in ${FOLDER}.`)
  })
})
