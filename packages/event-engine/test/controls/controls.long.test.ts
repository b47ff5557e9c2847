import { describe, expect, it } from 'vitest'
import { answers } from './answers.ts'
import { arrivals } from './arrivals.ts'
import { balancing } from './balancing.ts'
import { calls } from './calls.ts'
import { capacity } from './capacity.ts'
import { faults } from './faults.ts'
import { handedOver } from './handed-over.ts'
import { load } from './load.ts'
import { messages } from './messages.ts'
import { network } from './network.ts'
import { outages } from './outages.ts'
import { ran } from './saved-flow.ts'
import { stores } from './stores.ts'
import { users } from './users.ts'

const TABLES = {
  answers,
  arrivals,
  balancing,
  calls,
  capacity,
  faults,
  handedOver,
  load,
  messages,
  network,
  outages,
  stores,
  users,
}

describe.each(Object.entries(TABLES))('%s', (_, table) => {
  it.each(table)('$rule $control $does', ({ flow, figure, expected, within, because }) => {
    const measured = figure(ran(flow))
    expect(Math.abs(measured - expected), `${measured}, not ${expected}: ${because}`).toBeLessThanOrEqual(within)
  })
})
