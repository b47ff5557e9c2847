import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { createSessionService } from '../../src/modules/auth/session.service.ts'
import { hashToken } from '../../src/modules/auth/session-token.ts'
import { type Holder, lookUpRights, type Right } from '../../src/modules/live/rights.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestUser } from '../support/test-server.ts'

onEachDatabase('rights of those who have flows open', (server) => {
  const holder = (user: TestUser, flowId: string): Holder => ({
    flowId,
    user: { id: user.id, sessionId: hashToken(user.token), isDemo: false, isAdministrator: false },
  })
  const addFlow = async ({ token }: TestUser): Promise<string> =>
    (await server().request('/api/flows', { token, body: flowBody() })).body.data.id

  /** Looks them up as the server does, and counts how. */
  async function look(holders: readonly Holder[], failsFor?: string) {
    const { database, logger, clock } = server()
    const seen = { sessions: 0, flows: 0, atOnce: 0 }
    let running = 0
    const counted: Database = {
      ...database,
      async find(query) {
        if (failsFor && query.parameters.includes(failsFor)) throw new Error('No answer.')
        seen.flows++
        running++
        seen.atOnce = Math.max(seen.atOnce, running)
        await turn()
        running--
        return database.find(query)
      },
    }
    const now = () => clock.now
    const lifetimes = { sessionIdleMs: HOUR, sessionMaxMs: HOUR, sessionRememberMs: HOUR }
    const sessions = createSessionService({ database, config: lifetimes, logger, now })
    const rights = new Map<Holder, Right>()
    const looked = lookUpRights(
      {
        ...{ database: counted, now },
        sessions: {
          openAmong(ids) {
            seen.sessions++
            return sessions.openAmong(ids)
          },
        },
      },
      holders,
      (one, right) => rights.set(one, right),
    )
    const failure = await looked.then(
      () => undefined,
      (error: Error) => error.message,
    )
    return { seen, failure, rights: holders.map((one) => rights.get(one)) }
  }

  it('[COL-149] sessions are looked up together, and a person’s right to a flow once for all their sockets, three at a time', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => server().addUser()))
    const flows = await Promise.all(people.map(addFlow))
    const own = people.flatMap((user, index) => Array.from({ length: 5 }, () => holder(user, flows[index] ?? '')))
    const [first] = people as [TestUser]
    const others = [holder(first, flows[1] ?? ''), holder({ ...first, token: 'ended' }, flows[0] ?? '')]
    const { seen, rights } = await look([...own, ...others])
    expect(rights).toEqual([...own.map(() => ({ role: 'owner' })), ...[{ end: 'not-found' }, { end: 'unauthorized' }]])
    expect(seen).toEqual({ sessions: 1, flows: 7, atOnce: 3 })
  })

  it('[COL-149] one that cannot be looked up does not keep the others waiting', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => server().addUser()))
    const flows = await Promise.all(people.map(addFlow))
    const { rights, failure } = await look(
      people.map((user, index) => holder(user, flows[index] ?? '')),
      flows[0],
    )
    expect([rights[0], failure]).toEqual([undefined, 'No answer.'])
    expect(rights.slice(1)).toEqual(Array(3).fill({ role: 'owner' }))
  })
})
