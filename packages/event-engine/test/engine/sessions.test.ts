import { describe, expect, it } from 'vitest'
import type { Link } from '../../src/engine/link.ts'
import { MOST_OPEN_SESSIONS, Sessions } from '../../src/engine/sessions.ts'

const link = {} as Link

describe('the sessions at a load balancer', () => {
  it('[SIM-896] are as many as there is room for, of those who came last', () => {
    const sessions = new Sessions(MOST_OPEN_SESSIONS)
    for (let user = 0; user < 1_000_000; user += 1) sessions.keep(user, link, user)
    expect(sessions.size).toBe(65_536)
    expect([sessions.of(934_463), sessions.of(934_464)?.at]).toEqual([undefined, 934_464])
  })

  it('[SIM-896] last for a user who comes again', () => {
    const sessions = new Sessions(2)
    for (const user of [1, 2, 1, 3]) sessions.keep(user, link, user)
    expect([1, 2, 3].map((user) => sessions.of(user)?.at)).toEqual([1, undefined, 3])
  })
})
