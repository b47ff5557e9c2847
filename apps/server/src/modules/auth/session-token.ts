import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** An opaque token of 256 random bits, 43 characters long. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The stored form of a token. With 256 random bits a fast hash without salt is enough. See docs/decisions/0013. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
