interface CallOptions {
  token?: string | undefined
  body?: unknown
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<{ status: number; text: string }>

/** Calls to a server. They throw a TypeError when nobody answers. */
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
