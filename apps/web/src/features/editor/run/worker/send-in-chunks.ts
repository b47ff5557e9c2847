import type { RunMessage, RunRequest } from './protocol.ts'

/** So many components or connections are copied to a worker in a few milliseconds. */
export const CHUNK_SIZE = 500

/**
 * Hands requests to a worker, in order, from `begin` on. A large diagram goes in pieces, a task for each: to copy 10,000 components
 * takes a fifth of a second. What is asked meanwhile follows; of edits in a row the last one alone, with the words of all.
 */
export function createChunkedSender(post: (message: RunMessage) => void) {
  const waiting: RunRequest[] = []
  let messages: RunMessage[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasBegun = false

  function send(request: RunRequest): void {
    const last = waiting.at(-1)
    if (request.type === 'update' && last?.type === 'update') {
      waiting[waiting.length - 1] = { ...request, words: [...last.words, ...request.words] }
    } else waiting.push(request)
    if (hasBegun && timer === undefined) sendOn()
  }

  function begin(first: RunRequest): void {
    waiting.unshift(first)
    hasBegun = true
    sendOn()
  }

  /** Sends what waits, up to the end of a piece. */
  function sendOn(): void {
    timer = undefined
    for (let message = next(); message; message = next()) {
      post(message)
      if (message.type !== 'piece') continue
      timer = setTimeout(sendOn)
      return
    }
  }

  function next(): RunMessage | undefined {
    if (messages.length === 0) messages = waiting.splice(0, 1).flatMap(messagesFor)
    return messages.shift()
  }

  return { send, begin, end: () => clearTimeout(timer) }
}

/** Pieces of the diagram, if it is large, and then the request with the rest of it. */
function messagesFor(request: RunRequest): RunMessage[] {
  if (!('flow' in request)) return [request]
  const { flow } = request
  const [nodes, edges] = [cut(flow.nodes), cut(flow.edges)]
  const rest = { nodes: nodes.pop() ?? [], edges: edges.pop() ?? [] }
  return [
    ...nodes.map((piece) => ({ type: 'piece', nodes: piece, edges: [] }) as const),
    ...edges.map((piece) => ({ type: 'piece', nodes: [], edges: piece }) as const),
    { ...request, flow: { ...flow, ...rest } },
  ]
}

const cut = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / CHUNK_SIZE) }, (_, index) =>
    list.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  )
