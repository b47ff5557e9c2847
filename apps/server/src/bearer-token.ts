const BEARER = /^bearer ((?:plk_)?[A-Za-z0-9_-]{43})$/i
const API_TOKEN_LENGTH = 47

/** The token of a session or an API token, as an `Authorization` header has it; undefined when it is missing or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return BEARER.exec(header ?? '')?.[1]
}

/** Whether it is an API token: these are longer than the tokens of sessions. */
export const isApiToken = (token: string): boolean => token.length === API_TOKEN_LENGTH
