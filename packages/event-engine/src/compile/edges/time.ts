import type { LinkModel } from '../../model.ts'
import { BYTES_PER_KB, lineMs } from '../../rules/transfer.ts'
import { amount } from '../amount.ts'
import type { Notes } from '../notes.ts'
import { type AnyEdgeData, type EdgeContext, latencyMs } from './context.ts'

const JITTER: Readonly<Record<NonNullable<AnyEdgeData['latencyLevel']>, (notes: Notes) => LinkModel['jitter']>> = {
  Low: ({ assume }) => ({ kind: 'uniform', share: assume('jitterLow') }),
  Medium: ({ assume }) => ({ kind: 'uniform', share: assume('jitterMedium') }),
  High: ({ assume }) => ({ kind: 'uniform', share: assume('jitterHigh') }),
  Variable: ({ assume }) => ({ kind: 'lognormal', scv: assume('jitterVariable') ** 2 }),
}

/** The time that a message is on its way. */
export function time(
  edge: EdgeContext,
): Pick<
  LinkModel,
  | 'latencyMs'
  | 'jitter'
  | 'requestLineMs'
  | 'responseLineMs'
  | 'requestAccessMs'
  | 'responseAccessMs'
  | 'requestBytes'
  | 'responseBytes'
  | 'perKB'
> {
  const { data, notes } = edge
  return {
    latencyMs: latencyMs(edge),
    jitter: data.latencyLevel === undefined ? { kind: 'none' } : JITTER[data.latencyLevel](notes),
    ...lines(edge),
  }
}

function lines({ data, source, back, notes, takesSizes }: EdgeContext) {
  const compressedTo = data.compressionEnabled === true ? notes.assume('compressedTo') : 1
  const access = source.traffic?.bandwidthMbps ?? Number.POSITIVE_INFINITY
  const there = bandwidth(data)
  const requestKB = amount(data.averageRequestSizeKB, 0)
  const responseKB = amount(data.averageResponseSizeKB, 0)
  return {
    requestLineMs: lineMs({ sizeKB: requestKB, bandwidthMbps: there, compressedTo }),
    responseLineMs: lineMs({ sizeKB: responseKB, bandwidthMbps: bandwidth(back), compressedTo }),
    requestAccessMs: lineMs({ sizeKB: requestKB, bandwidthMbps: access, compressedTo }),
    responseAccessMs: lineMs({ sizeKB: responseKB, bandwidthMbps: access, compressedTo }),
    requestBytes: requestKB * BYTES_PER_KB * compressedTo,
    responseBytes: responseKB * BYTES_PER_KB * compressedTo,
    perKB: takesSizes
      ? {
          lineMs: lineMs({ sizeKB: 1, bandwidthMbps: there, compressedTo }),
          accessMs: lineMs({ sizeKB: 1, bandwidthMbps: access, compressedTo }),
          bytes: BYTES_PER_KB * compressedTo,
          packetBytes: packetBytesOf(data),
        }
      : null,
  }
}

/** Infinity: a message is one packet. */
export const packetBytesOf = (data: AnyEdgeData): number => amount(data.packetSizeBytes, Number.POSITIVE_INFINITY, 1)
export const bandwidth = (data: AnyEdgeData): number => amount(data.bandwidthMbps, Number.POSITIVE_INFINITY, 1e-6)
