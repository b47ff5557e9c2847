import type { LinkModel } from '../../model.ts'
import { BYTES_PER_KB, lineMs } from '../../rules/transfer.ts'
import { amount } from '../amount.ts'
import type { Notes } from '../notes.ts'
import { type AnyEdgeData, compressedTo, type EdgeContext, latencyMs } from './context.ts'

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

function lines(edge: EdgeContext) {
  const { data, source, back, takesSizes } = edge
  const share = compressedTo(edge)
  const access = source.traffic?.bandwidthMbps ?? Number.POSITIVE_INFINITY
  const there = bandwidth(data)
  const requestKB = amount(data.averageRequestSizeKB, 0)
  const responseKB = amount(data.averageResponseSizeKB, 0)
  return {
    requestLineMs: lineMs({ sizeKB: requestKB, bandwidthMbps: there, compressedTo: share }),
    responseLineMs: lineMs({ sizeKB: responseKB, bandwidthMbps: bandwidth(back), compressedTo: share }),
    requestAccessMs: lineMs({ sizeKB: requestKB, bandwidthMbps: access, compressedTo: share }),
    responseAccessMs: lineMs({ sizeKB: responseKB, bandwidthMbps: access, compressedTo: share }),
    requestBytes: requestKB * BYTES_PER_KB * share,
    responseBytes: responseKB * BYTES_PER_KB * share,
    perKB: takesSizes
      ? {
          lineMs: lineMs({ sizeKB: 1, bandwidthMbps: there, compressedTo: share }),
          accessMs: lineMs({ sizeKB: 1, bandwidthMbps: access, compressedTo: share }),
          bytes: BYTES_PER_KB * share,
          packetBytes: packetBytesOf(data) / share,
        }
      : null,
  }
}

/** Infinity: a message is one packet. */
export const packetBytesOf = (data: AnyEdgeData): number => amount(data.packetSizeBytes, Number.POSITIVE_INFINITY, 1)
export const bandwidth = (data: AnyEdgeData): number => amount(data.bandwidthMbps, Number.POSITIVE_INFINITY, 1e-6)
