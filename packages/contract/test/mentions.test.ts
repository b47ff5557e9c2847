import { expect, it } from 'vitest'
import { commentParts, mentionsIn } from '../src/index.ts'

const NAMES = ['Ann Lee', 'Ann Lee Ray', 'Émile (Ops)', 'Bo']

it.each([
  ['@Ann Lee, look', ['Ann Lee']],
  ['@Ann Lee Ray and @Bo', ['Ann Lee Ray', 'Bo']],
  ['@Ann Leeson, x@Bo.com, @Nobody', []],
  ['(@Émile (Ops)) @Bo @Bo', ['Émile (Ops)', 'Bo']],
  ['Ann Lee', []],
])('[API-476] %j mentions %j', (text, names) => {
  expect(mentionsIn(text, NAMES)).toEqual(names)
  expect(
    commentParts(text, NAMES)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it('[API-476] a name that is empty is none', () => {
  expect(mentionsIn('@ @x', ['', 'x'])).toEqual(['x'])
  expect(commentParts('@', [''])).toEqual([{ text: '@', isMention: false }])
})
