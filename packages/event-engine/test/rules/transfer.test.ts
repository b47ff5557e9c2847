import { describe, expect, it } from 'vitest'
import { edgeTimes, lineMs } from '../../src/rules/transfer.ts'

describe('time on the line', () => {
  it('[SIM-292] is the bits by the bandwidth, and each way a latency', () => {
    const plain = edgeTimes({ latencyMs: 100, bandwidthMbps: 10, requestKB: 1, responseKB: 10 })
    expect(plain.requestMs).toBeCloseTo(100.8192, 9)
    expect(plain.roundTripMs).toBeCloseTo(209.0112, 9)
    const fat = edgeTimes({ latencyMs: 5, bandwidthMbps: 100, requestKB: 64, responseKB: 1024 })
    expect(fat.requestMs).toBeCloseTo(10.24288, 9)
    expect(fat.roundTripMs).toBeCloseTo(99.12896, 9)
  })

  it('[SIM-292] is none for nothing, none on an endless line, and less for compressed bytes', () => {
    expect(lineMs({ sizeKB: 0, bandwidthMbps: 0 })).toBe(0)
    expect(lineMs({ sizeKB: 5, bandwidthMbps: Number.POSITIVE_INFINITY })).toBe(0)
    expect(lineMs({ sizeKB: 10, bandwidthMbps: 1, compressedTo: 0.35 })).toBeCloseTo(28.672, 9)
  })
})
