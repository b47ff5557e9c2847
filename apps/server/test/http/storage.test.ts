import { describe, expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { bulkyFlow } from '../support/large-flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import type { TestUser } from '../support/test-server.ts'

const KIB = 1024
/** Some two flows and a half of those below. */
const QUOTA = 250 * KIB

onEachDatabase('what a user stores', (server) => {
  let seed = 1
  const bulky = () => bulkyFlow(100 * KIB, seed++)
  const save = (token: string, body: unknown = bulky()) => server().request('/api/flows', { token, body })
  const saveAgain = (token: string, id: string, version: number) =>
    server().request(`/api/flows/${id}`, { method: 'PUT', token, body: { ...bulky(), version } })
  const remove = (token: string, id: string) => server().request(`/api/flows/${id}`, { method: 'DELETE', token })
  const used = async (token: string) => (await server().request('/api/profile/storage', { token })).body.data.usedBytes
  const allow = async ({ id }: TestUser, mostMb: number | null) => {
    const { token } = await server().addUser({ isAdministrator: true })
    return server().request(`/api/admin/users/${id}`, { method: 'PATCH', token, body: { mostMb } })
  }
  const start = async () => {
    server().restart({ quotaBytesPerUser: QUOTA })
    return server().addUser()
  }

  it('[API-782] is told, with what may be stored', async () => {
    const { token } = await start()
    const storage = () => server().request('/api/profile/storage', { token })
    expect((await storage()).body.data).toEqual({ usedBytes: 0, allowedBytes: QUOTA })
    const { id } = (await save(token)).body.data
    const one = await used(token)
    expect(one / KIB).toBeGreaterThan(90)
    expect(one / KIB).toBeLessThan(120)
    // The version that it replaces is kept.
    await saveAgain(token, id, 1)
    expect((await used(token)) / one).toBeCloseTo(2, 1)
    await remove(token, id)
    expect((await used(token)) / one).toBeCloseTo(2, 1)
    await server().request('/api/experiments', { token, body: { kind: 'simulate', design: flowBody() } })
    expect(await used(token)).toBeGreaterThan(2 * one)
  })

  it('[API-780] a save beyond it is refused, and says how much is used', async () => {
    const { token } = await start()
    const flows = [await save(token), await save(token)]
    const refused = await save(token)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toMatch(
      /^Your flows and experiments would take 0\.3 MiB of the 0\.2 MiB that you may use\. Remove some to make room\.$/,
    )
    expect((await server().request('/api/flows', { token })).body.data).toHaveLength(2)
    const other = await server().addUser()
    expect((await save(other.token)).status).toBe(201)
    await remove(token, flows[0]?.body.data.id)
    expect((await save(token)).status).toBe(201)
    expect((await server().request('/api/bin', { token })).body.data).toEqual([])
  })

  it('[API-780] so is an experiment, and a save over what is stored', async () => {
    const { token } = await start()
    const { id } = (await save(token)).body.data
    await save(token)
    const design = bulky()
    expect((await server().request('/api/experiments', { token, body: { kind: 'simulate', design } })).status).toBe(422)
    const body = { ...bulkyFlow(200 * KIB, seed++), version: 1 }
    expect((await server().request(`/api/flows/${id}`, { method: 'PUT', token, body })).status).toBe(422)
    expect((await server().request(`/api/flows/${id}`, { token })).body.data.version).toBe(1)
  })

  it('[API-1011] what an administrator allows one account bounds its saves, experiments and flows that it takes', async () => {
    const user = await start()
    const { token } = user
    const { id } = (await save(token)).body.data
    await save(token)
    const all = async () => {
      const body = { ...bulkyFlow(200 * KIB, seed++), version: 1 }
      const experiment = { kind: 'simulate', design: bulky() }
      const made = await server().request('/api/teams', { token, body: { name: 'Crew' } })
      const { data } = (await save(token, flowBody())).body
      const team = { method: 'PUT', token, body: { team: made.body.data.id } }
      await server().request(`/api/flows/${data.id}/team`, team)
      await server().request(`/api/flows/${data.id}`, { method: 'PUT', token, body: { ...bulky(), version: 1 } })
      const answers = [
        await server().request(`/api/flows/${data.id}/team`, { ...team, body: { team: null } }),
        await save(token),
        await server().request('/api/experiments', { token, body: experiment }),
        await server().request(`/api/flows/${id}`, { method: 'PUT', token, body }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await all()).toEqual([422, 422, 422, 422])
    await allow(user, 1)
    expect(await all()).toEqual([200, 201, 202, 200])
    const other = await server().addUser()
    for (let count = 0; count < 2; count++) await save(other.token)
    expect((await save(other.token)).status).toBe(422)
  })

  it('[API-1012] what is stored stays when less is allowed, until the next save has to make room', async () => {
    server().restart()
    const user = await server().addUser()
    const { token } = user
    const half = () => bulkyFlow(500 * KIB, seed++)
    const { id } = (await save(token, half())).body.data
    await save(token, half())
    await server().request(`/api/flows/${id}`, { method: 'PUT', token, body: { ...half(), version: 1 } })
    const before = await used(token)
    await allow(user, 1)
    expect(await used(token)).toBe(before)
    expect((await save(token, flowBody())).status).toBe(201)
    expect((await server().request(`/api/flows/${id}/versions`, { token })).body.data).toHaveLength(1)
    const refused = await save(token, half())
    expect(refused.body.message).toMatch(/would take 1\.\d MiB of the 1 MiB that you may use/)
  })

  describe('a flow that is given away', () => {
    const give = (token: string, path: string, body: unknown) =>
      server().request(`/api/flows/${path}`, { method: 'PUT', token, body })
    /** Somebody whose storage has no room for a further flow, and what it would be. */
    const twoPeople = async () => {
      const [owner, full] = [await start(), await server().addUser()]
      for (let count = 0; count < 2; count++) await save(full.token)
      return { owner, full, id: (await save(owner.token)).body.data.id as string }
    }

    it('[API-969] [API-1011] does not go to a person who has no room for it, and nothing of theirs gives way', async () => {
      const { owner, full, id } = await twoPeople()
      const removed = (await server().request('/api/flows', { token: full.token })).body.data[0].id
      await remove(full.token, removed)
      await save(full.token, flowBody())
      await give(owner.token, `${id}/people`, { email: full.email, role: 'editor' })
      await server().request(`/api/flows/${id}/opened`, { method: 'PUT', token: full.token })
      const before = await used(full.token)
      const refused = await give(owner.token, `${id}/owner`, { email: full.email })
      expect([refused.status, refused.body.message]).toEqual([422, 'Their storage is full.'])
      expect(await used(full.token)).toBe(before)
      expect((await server().request('/api/bin', { token: full.token })).body.data).toHaveLength(1)
      expect((await server().request(`/api/flows/${id}`, { token: owner.token })).body.data).not.toHaveProperty('role')
      await allow(full, 1)
      expect((await give(owner.token, `${id}/owner`, { email: full.email })).status).toBe(200)
    })

    it('[API-969] does not go to a team that has no room for it, nor from it to a member who has none', async () => {
      const { owner, id } = await twoPeople()
      const made = await server().request('/api/teams', { token: owner.token, body: { name: 'Crew' } })
      const team = made.body.data.id
      const others: string[] = []
      for (let count = 0; count < 2; count++) {
        others.push((await save(owner.token)).body.data.id)
        expect((await give(owner.token, `${others[count]}/team`, { team })).status).toBe(200)
      }
      const refused = await give(owner.token, `${id}/team`, { team })
      expect([refused.status, refused.body.message]).toEqual([422, 'The storage of the team is full.'])
      await save(owner.token)
      const back = await give(owner.token, `${others[0]}/team`, { team: null })
      expect([back.status, back.body.message]).toEqual([
        422,
        expect.stringMatching(/^Your flows and experiments would/),
      ])
    })
  })

  it('[API-786] the oldest versions give way, and then the flows that were removed first', async () => {
    const { token } = await start()
    const { id } = (await save(token)).body.data
    await remove(token, (await save(token)).body.data.id)
    server().clock.now += 1_000
    // There is room for two of these: the flow, its first version, and the one in the bin would be three.
    expect((await saveAgain(token, id, 1)).status).toBe(200)
    const versions = async () => (await server().request(`/api/flows/${id}/versions`, { token })).body.data
    expect((await versions()).map(({ version }: { version: number }) => version)).toEqual([2])
    expect((await server().request('/api/bin', { token })).body.data).toHaveLength(1)
    expect((await save(token)).status).toBe(201)
    expect((await server().request('/api/bin', { token })).body.data).toHaveLength(0)
    expect(await used(token)).toBeLessThanOrEqual(QUOTA)
  })
})
