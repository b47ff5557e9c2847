import { describe, expect, it } from 'vitest'
import { fitOf, fitting } from '../../src/features/editor/core/search/matching.ts'
import { recentFirst } from '../../src/features/editor/panels/command-palette/recent.ts'

const items = (...texts: string[]) => texts.map((text) => ({ id: text, text }))
const texts = (found: readonly { text: string }[]) => found.map(({ text }) => text)

describe('what fits what was typed', () => {
  it.each([
    ['orders server', 'ord', 0],
    ['orders server', 'serv', 1],
    ['orders server', 'ver', 2],
    ['orders server', 'server orders', 1],
    ['orders server', 'orders cache', null],
    ['orders server', 'odsv', null],
  ])('[EDT-343] how well %s fits %s: %s', (text, typed, fit) => {
    expect(fitOf(text, typed)).toBe(fit)
  })

  it('[EDT-343] the beginning comes before the beginning of a word, before the middle of one; equals keep their order', () => {
    const found = fitting(items('my server', 'observer', 'server b', 'server a', 'cache'), ' SERVER')
    expect(texts(found)).toEqual(['server b', 'server a', 'my server', 'observer'])
    expect(texts(fitting(items('b', 'a'), '  '))).toEqual(['b', 'a'])
  })

  it('[EDT-351] what was chosen last comes first; what is no longer there is left out', () => {
    expect(texts(recentFirst(items('a', 'b', 'c'), ['c', 'gone', 'b']))).toEqual(['c', 'b', 'a'])
  })

  it('[EDT-130] a destructive command that was chosen last does not come first', () => {
    const all = [{ id: 'add' }, { id: 'copy' }, { id: 'delete', isDestructive: true }]
    const idsAfter = (...recent: string[]) => recentFirst(all, recent).map(({ id }) => id)
    expect(idsAfter('delete')).toEqual(['add', 'copy', 'delete'])
    expect(idsAfter('delete', 'copy')).toEqual(['copy', 'add', 'delete'])
  })
})
