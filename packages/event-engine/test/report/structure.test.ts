import { describe, expect, it } from 'vitest'
import type { LinkModel } from '../../src/model.ts'
import { handOverMs, travelMs } from '../../src/report/structure.ts'

const LINK = {
  setupMs: 1,
  latencyMs: 10,
  requestLineMs: 3,
  requestAccessMs: 2,
  responseLineMs: 4,
  responseAccessMs: 5,
} as LinkModel

describe('the time of a call on its way', () => {
  it('[SIM-955] is the setup, the latency each way, and the slower of both lines each way', () => {
    expect(travelMs({ ...LINK, replies: true })).toBe(1 + 10 + 3 + 10 + 5)
    expect(travelMs({ ...LINK, replies: false })).toBe(1 + 10 + 3)
  })

  it('[SIM-391] ends for the sender of a message with the acknowledgement', () => {
    expect(handOverMs(LINK)).toBe(1 + 10 + 3 + 10)
  })
})
