/** A request as bytes. Headers given are lines that end in CRLF. */
export function request(method: string, path: string, token: string, headers = ''): string {
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${headers}\r\n`
}

/** The same with a JSON body. In the body `{n}` may stand for a number, which takes eight characters. */
export function requestWithBody(method: string, path: string, token: string, body: string): string {
  const length = Buffer.byteLength(body.replace('{n}', ' '.repeat(8)))
  const headers = `accept-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`
  return request(method, path, token, headers) + body
}
