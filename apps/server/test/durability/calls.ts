interface CallOptions {
  token?: string | undefined
  body?: unknown
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<{ status: number; text: string }>

/** Calls a server. Throws a TypeError without a response. */
export function callsTo({ url }: { url: string }): Call {
  return async (method, path, { token, body } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
