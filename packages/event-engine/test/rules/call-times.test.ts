import { describe, expect, it } from 'vitest'
import type { LinkModel } from '../../src/model.ts'
import { callMs, forUsers, handOverMs } from '../../src/rules/call-times.ts'

const LINK = {
  setupMs: 1,
  latencyMs: 10,
  requestLineMs: 3,
  requestAccessMs: 2,
  responseLineMs: 4,
  responseAccessMs: 5,
  loss: null,
  reconnect: null,
  failureProbability: 0,
  timeoutMs: Number.POSITIVE_INFINITY,
} as LinkModel

describe('the time of a call on its way', () => {
  it('[SIM-955] is the setup, the latency each way, and the slower of both lines each way', () => {
    expect(callMs({ ...LINK, replies: true }, 0)).toBe(1 + 10 + 3 + 10 + 5)
    expect(callMs({ ...LINK, replies: false }, 0)).toBe(1 + 10 + 3)
  })

  it('[SIM-1112] is also the mean time of packets that are sent again, and of a new try of the access', () => {
    const again = { loss: { probability: 0.2, packets: 3, delayMs: 200 }, reconnect: { probability: 0.1, ms: 40 } }
    expect(callMs({ ...LINK, ...again, replies: false }, 0)).toBe(1 + 10 + 3 + 3 * 0.25 * 200 + 0.1 * 40)
  })

  it('[SIM-1113] is that at the target and back only of the calls that come there, else until the timeout where they are lost', () => {
    expect(callMs({ ...LINK, failureProbability: 0.5, replies: true }, 85)).toBe(1 + 10 + 3 + 0.5 * (85 + 10 + 5))
    const loss = { probability: 0.5, packets: 1, delayMs: Number.POSITIVE_INFINITY }
    expect(callMs({ ...LINK, loss, timeoutMs: 1014, replies: true }, 85)).toBe(1 + 10 + 3 + 0.5 * 100 + 0.5 * 1000)
  })

  it('[SIM-391] ends for the sender of a message with the acknowledgement', () => {
    expect(handOverMs(LINK)).toBe(1 + 10 + 3 + 10)
  })

  it('[SIM-1174] is longer by what the users who are far wait more, for their share', () => {
    const link = {
      ...LINK,
      far: { region: 0, ms: 80, setupMs: 160, lossMs: 320, reconnectMs: 160 },
      loss: { probability: 0.2, packets: 1, delayMs: 200 },
      reconnect: { probability: 0.1, ms: 40 },
      replies: true,
    }
    const more = 160 + 160 + 0.25 * 320 + 0.1 * 160
    expect(callMs(forUsers(link, 0.25), 0)).toBeCloseTo(callMs(link, 0) + 0.25 * more, 9)
    expect(handOverMs(forUsers(link, 0.25))).toBeCloseTo(handOverMs(link) + 0.25 * more, 9)
  })
})
