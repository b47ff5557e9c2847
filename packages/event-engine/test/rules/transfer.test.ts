import { describe, expect, it } from 'vitest'
import { lineMs } from '../../src/rules/transfer.ts'

describe('time on the line', () => {
  it('[SIM-292] is the bits by the bandwidth', () => {
    expect(lineMs({ sizeKB: 1, bandwidthMbps: 10 })).toBeCloseTo(0.8192, 9)
    expect(lineMs({ sizeKB: 1024, bandwidthMbps: 100 })).toBeCloseTo(83.88608, 9)
  })

  it('[SIM-292] is none for nothing, none on an endless line, and less for compressed bytes', () => {
    expect(lineMs({ sizeKB: 0, bandwidthMbps: 0 })).toBe(0)
    expect(lineMs({ sizeKB: 5, bandwidthMbps: Number.POSITIVE_INFINITY })).toBe(0)
    expect(lineMs({ sizeKB: 10, bandwidthMbps: 1, compressedTo: 0.35 })).toBeCloseTo(28.672, 9)
  })
})
