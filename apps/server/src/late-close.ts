import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** How long and how much of a body that nobody wants is still taken in. */
const LIMITS = { ms: 500, bytes: 64 * 2 ** 20 }

/**
 * Lets the sender of a body that is refused before its end read the answer. Node closes such a connection as soon as the answer is
 * written. What still arrives then is answered by a reset, at which the sender's system drops the answer that it holds. Here
 * the answer ends, the rest of the body is passed over, and the connection closes after it, or at a limit.
 */
export function closeLate(request: IncomingMessage, response: ServerResponse, limits = LIMITS): void {
  const { socket } = request
  // Node drops the rest of a body of which nothing was read, without telling how much arrives.
  response.prependOnceListener('finish', () => request.read(0))
  socket.destroySoon = () => {
    socket.destroySoon = Socket.prototype.destroySoon
    if (request.complete || socket.destroyed) return socket.destroySoon()
    let left = limits.bytes
    const close = () => socket.destroy()
    const timer = setTimeout(close, limits.ms)
    socket.once('close', () => clearTimeout(timer))
    request.on('data', (chunk: Uint8Array) => {
      left -= chunk.byteLength
      if (left < 0) close()
    })
    request.once('end', close)
    request.resume()
    socket.end()
  }
}
