import { expect, it } from 'vitest'
import { ROOT } from '../lib/process.ts'
import { namedMutants } from '../mutants/named.ts'
import { NAMED_FAULTS } from '../mutants/named-faults.ts'

it('[OPS-75] every named fault finds its text in its file', () => {
  expect(namedMutants(NAMED_FAULTS, ROOT)).toHaveLength(NAMED_FAULTS.length)
})
