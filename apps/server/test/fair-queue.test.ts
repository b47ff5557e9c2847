import { describe, expect, it } from 'vitest'
import { createFairQueue, type FairQueue } from '../src/fair-queue.ts'
import { createFairSlots } from '../src/fair-slots.ts'
import { onBehalfOf } from '../src/on-behalf-of.ts'

const by = (party: string, member = '') => ({ party, member })

function takeAll(queue: FairQueue<string>): string {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken.join(' ')
}

describe('a fair queue', () => {
  it('[API-800] gives each party a turn, and within a party each member', () => {
    const queue = createFairQueue<string>({ most: 100 })
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add(by('a'), item)
    queue.add(by('b', 'x'), 'bx1')
    queue.add(by('b', 'x'), 'bx2')
    queue.add(by('c'), 'c1')
    queue.add(by('b', 'y'), 'by1')
    expect(takeAll(queue)).toBe('a1 bx1 c1 a2 by1 a3 bx2 a4')
    expect(queue.size).toBe(0)
  })

  it('[API-800] lets a party that comes again not go before those that wait', () => {
    const queue = createFairQueue<string>({ most: 100 })
    queue.add(by('a'), 'a1')
    queue.add(by('b'), 'b1')
    queue.add(by('c'), 'c1')
    expect(queue.take()).toBe('a1')
    queue.add(by('a'), 'a2')
    expect(takeAll(queue)).toBe('b1 c1 a2')
  })

  it('[API-801] refuses the newest of whom most wait where too many wait', () => {
    const queue = createFairQueue<string>({ most: 5 })
    const add = (item: string, member = '') => queue.add(by(item.charAt(0), member), item)
    for (const item of ['a1', 'a2', 'a3']) expect(add(item, 'x')).toBeUndefined()
    expect(add('a4', 'y')).toBeUndefined()
    expect(add('b1')).toBeUndefined()
    expect(add('b2')).toBe('a3')
    expect(add('c1')).toBe('a2')
    // Now no party has more than the one that comes.
    expect(add('b3')).toBe('b3')
    expect(takeAll(queue)).toBe('a1 b1 c1 a4 b2')
  })

  it('[API-801] refuses a party beyond its own bound, whoever else has more', () => {
    const queue = createFairQueue<string>({ most: 100, mostOfParty: 2 })
    const add = (item: string) => queue.add(by(item.charAt(0)), item)
    expect([add('a1'), add('a2'), add('a3'), add('b1')]).toEqual([undefined, undefined, 'a3', undefined])
    expect(takeAll(queue)).toBe('a1 b1 a2')
  })
})

describe('fair slots', () => {
  it('[API-800] are handed out in turns, and a party has no more of them than its share', async () => {
    const slots = createFairSlots({ atOnce: 3, atOnceOfParty: 2, waiting: 10, refusal: () => new Error('refused') })
    const begun: string[] = []
    const leave: Record<string, () => void> = {}
    const enter = (name: string) =>
      onBehalfOf(by(name.charAt(0)), async () => {
        leave[name] = await slots.enter()
        begun.push(name)
      })
    const entered = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(enter)
    await Promise.all([entered[0], entered[1], entered[4]])
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    leave.b1?.()
    await entered[5]
    leave.a1?.()
    await entered[2]
    leave.b2?.()
    // A slot is free, but not for this party.
    expect(await Promise.race([entered[3], Promise.resolve('waits')])).toBe('waits')
    leave.a2?.()
    await entered[3]
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4'])
  })

  it('[API-800] are free again after work that fails', async () => {
    const slots = createFairSlots({ atOnce: 1, waiting: 1, refusal: () => new Error('refused') })
    await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const first = slots.run(async () => 'first')
    const second = slots.run(async () => 'second')
    await expect(slots.run(async () => 'third')).rejects.toThrow('refused')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })
})
