import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../server/test/support/postgres-cluster.ts'
import { openPartQueue } from '../src/experiments/parts/part-queue.ts'

it('[API-180] a worker takes no part of another version of the engine', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const options = { databaseUrl: `${postgres.url}/postgres`, isSupervisor: false, onError: console.error }
  const old = await openPartQueue({ ...options, engineVersion: 1 })
  onTestFinished(old.end)
  const present = await openPartQueue(options)
  onTestFinished(present.end)
  const id = await old.add('claim', { compute: 'anything' })
  expect(await present.take()).toBeNull()
  expect(await old.take()).toMatchObject({ id, part: { compute: 'anything' } })
})
