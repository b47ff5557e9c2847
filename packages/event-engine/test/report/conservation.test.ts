import { expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { checkConservation } from '../../src/report/conservation.ts'
import { single } from '../models.ts'

const RUN = runModel(single(20), { seed: 3, durationMs: 1000, warmUpMs: 0 })

it('[SIM-653] a run that loses a request names the seed, whose requests they are and their numbers', () => {
  const { requests } = RUN
  const { arrived, completed, failed, inFlightAtEnd } = requests
  expect(() => checkConservation(RUN)).not.toThrow()
  expect(() => checkConservation({ ...RUN, requests: { ...requests, arrived: arrived + 1 } })).toThrow(
    `with seed 3: all requests: ${arrived + 1} arrived + 0 before, but ${completed} completed + ${failed} failed + ${inFlightAtEnd} left.`,
  )
})
