const BEARER = /^bearer ([A-Za-z0-9_-]{43})$/i

/** The token in an `Authorization` header; undefined when it is missing or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return BEARER.exec(header ?? '')?.[1]
}
