import { expect, it } from 'vitest'
import { findReferenceFault, referencePage } from '../generate-reference.ts'
import { folderWith } from './folder.ts'

const PAGE = 'docs/reference/properties.md'

it('[OPS-16] reports a reference page that is missing or is not what the catalog says', () => {
  const fault = `${PAGE} is out of date: run \`npm run docs\`.`
  expect(findReferenceFault(folderWith({}))).toBe(fault)
  expect(findReferenceFault(folderWith({ [PAGE]: referencePage().replace('`cpuCores`', '`cores`') }))).toBe(fault)
  expect(findReferenceFault(folderWith({ [PAGE]: referencePage() }))).toBe('')
})
