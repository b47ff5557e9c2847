import { log } from '../portable-math.ts'
import { BYTES_PER_KB } from './transfer.ts'

/*
 * Packets are lost independently of each other. A reliable connection sends a lost one again after a fixed wait (the
 * retransmission timeout of RFC 6298, without its doubling), so the transmissions are geometric; without that the message is gone.
 */

/** In how many packets a message is sent: in one at least. */
export const packetsOf = (sizeKB: number, packetBytes: number): number =>
  Math.max(1, Math.ceil((sizeKB * BYTES_PER_KB) / packetBytes))

/** Chance that a packet is lost where faults lose these shares of the packets as well. */
export const lossWith = (probability: number, lostShares: readonly number[]): number =>
  lostShares.length === 0
    ? probability
    : 1 - (1 - probability) * lostShares.reduce((product, one) => product * (1 - one), 1)

/** How often a packet is lost before it arrives: geometric, from a draw of [0, 1). Infinity where every packet is lost. */
export const lossesBeforeArrival = (lossProbability: number, uniform: number): number => {
  if (uniform < 1 - lossProbability) return 0
  if (lossProbability >= 1) return Number.POSITIVE_INFINITY
  return Math.floor(log(1 - uniform) / log(lossProbability))
}
