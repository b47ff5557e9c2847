import { EDGE_KINDS, NODE_KINDS } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { findReferenceFault, referencePage } from '../generate-reference.ts'
import { folderWith } from './folder.ts'

describe('the reference page', () => {
  it('[CAT-27] names every property of every kind', () => {
    const page = referencePage()
    for (const kind of [...Object.values(NODE_KINDS), ...Object.values(EDGE_KINDS)]) {
      for (const name of Object.keys(kind.properties)) expect(page).toContain(`| \`${name}\` |`)
    }
  })

  it('[CAT-27] is missed, and found out of date', () => {
    expect(findReferenceFault(folderWith({}))).toContain('is out of date')
    expect(findReferenceFault(folderWith({ 'docs/reference/properties.md': `${referencePage()}\n` }))).toContain(
      'out of date',
    )
    expect(findReferenceFault(folderWith({ 'docs/reference/properties.md': referencePage() }))).toBe('')
  })
})
