import { expect, it } from 'vitest'
import { shareLookups } from '../src/shared-lookups.ts'

it('[API-819] those who ask at once share a lookup that begins after they asked', async () => {
  const gates: PromiseWithResolvers<string>[] = []
  const find = shareLookups((key) => {
    const gate = Promise.withResolvers<string>()
    gates.push(gate)
    return gate.promise.then((text) => `${key} ${text}`)
  })
  const first = find('a')
  const [second, third, other] = [find('a'), find('a'), find('b')]
  expect(gates).toHaveLength(2)
  gates[1]?.resolve('at once')
  expect(await other).toBe('b at once')
  gates[0]?.resolve('old')
  expect(await first).toBe('a old')
  expect(gates).toHaveLength(3)
  const fourth = find('a')
  gates[2]?.resolve('new')
  expect(await Promise.all([second, third])).toEqual(['a new', 'a new'])
  gates[3]?.reject(new Error('gone'))
  await expect(fourth).rejects.toThrow('gone')
  // Nothing is kept of it.
  const fifth = find('a')
  gates[4]?.resolve('again')
  expect(await fifth).toBe('a again')
  expect(gates).toHaveLength(5)
})
