import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BySerial } from '../../src/engine/by-serial.ts'
import { NONE } from '../../src/engine/call-records.ts'

it('keeps the number of each serial until it is deleted, however long that is', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 60 }), (lives) => {
      const bySerial = new BySerial()
      const expected = new Map<number, number>()
      for (let serial = 0; serial < 30_000; serial += 1) {
        bySerial.set(serial, serial * 3)
        expected.set(serial, serial * 3)
        const ended = Math.max(0, serial - (lives[serial % lives.length] ?? 0))
        bySerial.delete(ended)
        expected.delete(ended)
        if (serial % 997 > 0) continue
        for (const one of [ended, serial, serial - 1, serial - 4096, serial - 8192].filter((one) => one >= 0))
          expect(bySerial.get(one)).toBe(expected.get(one) ?? NONE)
      }
    }),
    { numRuns: 20 },
  )
})
