import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * Node's answer with headers that it has whoever gives it. Node is handed them in one piece with the giver's own: to set
 * each by itself takes it 3 µs.
 */
export class Answer<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
  #common: Readonly<Record<string, string>> = {}

  /** Names are in small letters; one that `writeHead` is given too counts as given there. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    this.#common = { ...this.#common, ...headers }
  }

  override writeHead(status: number, reason?: string | Given, given?: Given): this {
    if (typeof reason !== 'string' && !Array.isArray(reason) && !given)
      return super.writeHead(status, { ...this.#common, ...reason })
    for (const [name, value] of Object.entries(this.#common)) this.setHeader(name, value)
    return typeof reason === 'string' ? super.writeHead(status, reason, given) : super.writeHead(status, reason)
  }
}
