/** Bytes in a KB (KiB), as sizes are given in the diagram. */
export const BYTES_PER_KB = 1024

interface Transfer {
  /** KB of 1024 bytes. */
  readonly sizeKB: number
  /** 10^6 bit/s; Infinity: no time. */
  readonly bandwidthMbps: number
  /** Share of the size that is left after compression. */
  readonly compressedTo?: number
}

/** Time that a message keeps a line busy, ms: its bits by the bits per second. */
export const lineMs = ({ sizeKB, bandwidthMbps, compressedTo = 1 }: Transfer): number =>
  sizeKB === 0 ? 0 : (sizeKB * BYTES_PER_KB * 8 * compressedTo) / (bandwidthMbps * 1000)
