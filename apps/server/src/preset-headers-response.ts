import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * A response with headers that are set before the handler runs. They are passed to Node together with the handler's own,
 * because setting each one separately takes 3 µs.
 */
export class PresetHeadersResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #preset: Readonly<Record<string, string>> = {}

  /** Names are in lower case. Headers passed to `writeHead` take precedence. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    this.#preset = { ...this.#preset, ...headers }
  }

  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    if (typeof reason !== 'string' && !Array.isArray(reason) && !headers)
      return super.writeHead(status, { ...this.#preset, ...reason })
    for (const [name, value] of Object.entries(this.#preset)) this.setHeader(name, value)
    return typeof reason === 'string' ? super.writeHead(status, reason, headers) : super.writeHead(status, reason)
  }
}
