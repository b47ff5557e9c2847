import type { LinkModel } from '../../model.ts'
import { BYTES_PER_KB } from '../../rules/transfer.ts'
import { amount } from '../amount.ts'
import { type EdgeContext, roundTripMs, sentRequestKB } from './context.ts'
import { TRANSPORTS } from './transport.ts'

/** What a call costs before it is sent, and at its target, by what protects and carries it. */
export function setup(edge: EdgeContext): Pick<LinkModel, 'setupMs' | 'serviceMs' | 'serviceFactor'> {
  const { data, source, target, arriving, notes } = edge
  const decryptsHere = source.passesTlsOn && target.answersClients
  const isSerializable = data.isolationLevel === 'Serializable' && data.transactional !== false
  return {
    setupMs: [handshakeMs, protectionMs, hopsMs, holdUpMs].reduce((sum, partOf) => sum + partOf(edge), 0),
    serviceMs: (target.answersClients ? arriving.checkMs : 0) + (decryptsHere ? notes.assume('decryption') : 0),
    serviceFactor: isSerializable ? notes.assume('serializable') : 1,
  }
}

/** Opening a connection, ms. */
export function openingMs(edge: EdgeContext): number {
  const { openingTrips } = TRANSPORTS[edge.type]
  const saved = edge.data.httpVersion === 'HTTP/3' ? 1 : 0
  return Math.max(0, openingTrips + protectionTrips(edge) - saved) * roundTripMs(edge)
}

function protectionTrips({ data, source }: EdgeContext): number {
  if (data.encryption === 'mTLS') return 2
  return isEncrypted(data) || source.traffic?.isSecure === true ? 1 : 0
}

const isEncrypted = ({ encryption, useTLS }: EdgeContext['data']): boolean =>
  (encryption !== undefined && encryption !== 'None') || useTLS === true

const isStream = ({ streaming }: EdgeContext['data']): boolean => streaming !== undefined && streaming !== 'None'

/** A connection for each call, where none is kept; a stream is set up once. */
function handshakeMs(edge: EdgeContext): number {
  const { data, source } = edge
  const opens =
    source.traffic?.keepsConnections === false || data.channelPooling === false || data.connectionPooling === false
  return opens && !isStream(data) ? openingMs(edge) : 0
}

function protectionMs({ data, notes }: EdgeContext): number {
  const checks = data.authentication !== undefined && data.authentication !== 'None' && !isStream(data)
  return (isEncrypted(data) ? notes.assume('encryption') : 0) + (checks ? notes.assume('edgeAuthentication') : 0)
}

function hopsMs({ data, notes }: EdgeContext): number {
  const hops = [data.loadBalanced, data.useApiGateway, data.proxyEnabled].filter((is) => is === true).length
  return hops === 0 ? 0 : hops * notes.assume('extraHop')
}

/** What holds a message up before it leaves: compression, small writes that wait, batches that fill, a commit at the broker. */
function holdUpMs(edge: EdgeContext): number {
  const { data, notes } = edge
  const bytes = sentRequestKB(edge) * BYTES_PER_KB
  const isHeldBack = data.nagleAlgorithmEnabled === true && bytes < notes.assume('smallWrite')
  return (
    (data.compressionEnabled === true ? notes.assume('compression') : 0) +
    (isHeldBack ? notes.assume('nagle') : 0) +
    (data.deliveryGuarantee === 'Exactly-Once' ? roundTripMs(edge) : 0) +
    batchMs(edge)
  )
}

/** Mean wait for the rest of a batch. */
function batchMs({ data, offered, notes }: EdgeContext): number {
  const others = amount(data.maxBatchSize, 1, 1) - 1
  if (others === 0) return 0
  return Math.min(notes.assume('batchLinger'), (others / 2 / offered.passing) * 1000)
}
