import { expect, it } from 'vitest'
import { createStatementNames } from '../src/database/statement-names.ts'

it('[API-1004] names what comes a third time, each text by its own', () => {
  const nameOf = createStatementNames()
  const names = (text: string) => [1, 2, 3, 4].map((value) => nameOf(text, [value]))
  expect(names('select $1')).toEqual([undefined, undefined, 'plimsoll_0', 'plimsoll_0'])
  expect(names('select $1 + 1')).toEqual([undefined, undefined, 'plimsoll_1', 'plimsoll_1'])
})

it('[API-1004] gives no name to what has no parameters or very many, which may be as many texts', () => {
  const nameOf = createStatementNames()
  for (let time = 0; time < 5; time++) {
    expect(nameOf('commit', [])).toBeUndefined()
    expect(nameOf('in (many)', Array(21).fill(0))).toBeUndefined()
  }
})

it('[API-1004] names a bounded number, and forgets what came once or twice', () => {
  const nameOf = createStatementNames()
  const often = (text: string) => [1, 2, 3].map(() => nameOf(text, [0])).at(-1)
  for (let index = 0; index < 10_000; index++) nameOf(`once ${index}`, [0])
  for (let index = 0; index < 300; index++) expect(often(`often ${index}`)).toBe(`plimsoll_${index}`)
  expect(often('one more')).toBeUndefined()
  expect(nameOf('often 7', [0])).toBe('plimsoll_7')
})
