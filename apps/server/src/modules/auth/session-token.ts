import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** An opaque token of 256 random bits, 43 characters long. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is kept of a token. Its 256 bits are beyond guessing, so a fast hash without salt is enough. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
