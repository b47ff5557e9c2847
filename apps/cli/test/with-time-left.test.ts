import { expect, it } from 'vitest'
import { withTimeLeft } from '../src/simulate/with-time-left.ts'

it('[CLI-141] shows the time left with the progress, once it can be told', () => {
  const shown: string[] = []
  let nowMs = 0
  const show = withTimeLeft(
    (text) => shown.push(text),
    () => nowMs,
  )
  show('load 1', 0.1)
  nowMs = 10_000
  show('load 2', 0.5)
  expect(shown).toEqual(['load 1', 'load 2 · about 10 s left'])
})
