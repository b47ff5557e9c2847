/** The content encodings that a request's `Accept-Encoding` allows. */
export function acceptedEncodings(header = ''): Set<string> {
  const encodings = header.split(',').filter((encoding) => !/;\s*q=0(?:\.0*)?\s*$/.test(encoding))
  return new Set(encodings.map((encoding) => encoding.replace(/;.*/, '').trim().toLowerCase()))
}
