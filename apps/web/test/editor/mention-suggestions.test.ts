import { expect, it } from 'vitest'
import { suggestionsAt } from '../../src/features/editor/panels/comments/mention-suggestions.ts'

const PEOPLE = ['Ada King', 'Émile Roy', 'Ann Lee', 'Ann Leeson']

it.each([
  ['Hi @', 0, PEOPLE],
  ['Hi @a', 0, ['Ada King', 'Ann Lee', 'Ann Leeson']],
  ['@emi', 0, ['Émile Roy']],
  ['@Ann Lee', 0, ['Ann Leeson']],
  ['@Ada K and more', -9, ['Ada King']],
])('[EDT-887] %j with the caret %i characters from its end offers %j', (text, fromEnd, names) => {
  expect(suggestionsAt(text, text.length + fromEnd, PEOPLE)?.names).toEqual(names)
})

it.each(['x@a', 'Hi', '@Ada King', '@nobody', '@a\nb'])('[EDT-887] %j offers nobody', (text) => {
  expect(suggestionsAt(text, text.length, PEOPLE)).toBeNull()
})
