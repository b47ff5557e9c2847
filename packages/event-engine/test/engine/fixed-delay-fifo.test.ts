import { expect, it } from 'vitest'
import { FixedDelayFifo, KIND_BITS } from '../../src/engine/fixed-delay-fifo.ts'

it('[SIM-651] events of one delay keep their times, order and kinds when dead ones between them are removed', () => {
  const fifo = new FixedDelayFifo(10)
  for (const number of [1, 2, 3, 4]) fifo.add(number, 100 + number, number << KIND_BITS, number)
  expect(fifo.keep({ isDead: (record) => record === 2 || record === 3 })).toBe(2)
  fifo.drop()
  const { due, sequence, what, generation } = fifo
  expect({ due, sequence, what, generation }).toEqual({ due: 14, sequence: 104, what: 4 << KIND_BITS, generation: 4 })
})
