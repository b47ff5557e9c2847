import type { LinkModel } from '../../model.ts'
import { amount } from '../amount.ts'
import type { EdgeContext } from './context.ts'
import { delivery } from './delivery.ts'
import { setup } from './setup.ts'

const NEAR = { setupMs: 0, lossMs: 0, reconnectMs: 0 }

/** What is more for the users who are far. Round trips of the user's own connection, which leads from the client, are longer as well. */
export function far(edge: EdgeContext, losesLater: boolean): LinkModel['far'] {
  const region = edge.arriving.farFrom
  if (region === null) return null
  const ms = edge.notes.assume('otherRegion')
  if (edge.source.traffic === null) return { region, ms, ...NEAR }
  const near = timesOf(edge, losesLater)
  const away = timesOf({ ...edge, data: { ...edge.data, latencyMs: amount(edge.data.latencyMs, 0) + ms } }, losesLater)
  return {
    region,
    ms,
    setupMs: away.setupMs - near.setupMs,
    lossMs: away.lossMs - near.lossMs,
    reconnectMs: away.reconnectMs - near.reconnectMs,
  }
}

function timesOf(edge: EdgeContext, losesLater: boolean): typeof NEAR {
  const { loss, reconnect } = delivery(edge, losesLater)
  const isSentAgain = loss !== null && loss.delayMs < Number.POSITIVE_INFINITY
  return {
    setupMs: setup(edge).setupMs,
    lossMs: isSentAgain ? loss.delayMs : 0,
    reconnectMs: reconnect?.ms ?? 0,
  }
}
