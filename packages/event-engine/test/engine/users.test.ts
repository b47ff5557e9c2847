import { describe, expect, it } from 'vitest'
import { Users } from '../../src/engine/users.ts'
import { source } from '../models.ts'

/** Near to both regions, far from the first one, far from the second one. */
const AREAS = [
  [false, false],
  [true, false],
  [false, true],
]
const KIND = { requestClass: null, sizeKB: null }

/** By area: a user of it, by the place among those of each kind. */
const inArea = (users: Users, kind: number) => [1 / 6, 3 / 6, 5 / 6].map((uniform) => users.drawn(uniform, kind))

describe('[SIM-411] the area of a user', () => {
  it.each([0, 1])('is one of its client’s, also where users are of several kinds (kind %i)', (kind) => {
    const users = new Users(source(0, 1, { areas: AREAS, kinds: [KIND, KIND] }), { index: 1, sources: 3, shift: 0.5 })
    const isFar = inArea(users, kind).map((user) => [users.isFar(user, 0), users.isFar(user, 1)])
    expect(isFar).toEqual(AREAS)
  })

  it('is near to a region that its client does not know', () => {
    const users = new Users(source(0, 1, { areas: AREAS }), { index: 0, sources: 1, shift: 0.5 })
    expect(inArea(users, 0).map((user) => users.isFar(user, 2))).toEqual([false, false, false])
  })
})
