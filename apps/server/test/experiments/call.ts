import type { ServerProcess } from '../support/server-process.ts'

const DEMO = { email: 'demo@plimsoll.example', password: 'Waterline1' }

export type Call = (path: string, body?: object) => Promise<Response>

/** Calls in a sandbox of the demo. */
export async function callerOf({ url }: ServerProcess): Promise<Call> {
  const send = (path: string, body?: object, token = '') =>
    fetch(`${url}/api${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const { data } = (await (await send('/auth/login', DEMO)).json()) as { data: { token: string } }
  return (path, body) => send(path, body, data.token)
}

/** The states of an experiment, until it is over. */
export async function* eventsOf(
  call: Call,
  id: string,
): AsyncGenerator<{ state: string; share: number; progress: string }> {
  const { body } = await call(`/experiments/${id}/events`)
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) yield JSON.parse(event.replace('data: ', ''))
  }
}

export async function statesOf(call: Call, id: string): Promise<string[]> {
  const states: string[] = []
  for await (const { state } of eventsOf(call, id)) states.push(state)
  return states
}
