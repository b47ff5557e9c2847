import type { Generated } from 'kysely'

/** Times are milliseconds since 1970, flags are 0 or 1: the same on both databases. */
export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  flows: FlowsTable
  mail_tokens: MailTokensTable
  mails: MailsTable
  rate_limits: RateLimitsTable
}

interface UsersTable {
  id: string
  /** In lower case. */
  email: string
  password_hash: string
  first_name: string
  last_name: string
  email_verified_at: number | null
  is_demo: number
  created_at: number
  updated_at: number
}

interface SessionsTable {
  /** SHA-256 of the token. */
  token_hash: string
  user_id: string
  created_at: number
  last_seen_at: number
  /** As the browser named itself at the login; cut at a fixed length. */
  user_agent: string | null
}

interface FlowsTable {
  id: string
  user_id: string
  name: string
  description: string
  node_count: number
  edge_count: number
  version: Generated<number>
  created_at: number
  updated_at: number
  /** The Idempotency-Key it was made with, and SHA-256 of that request's body. */
  request_key: string | null
  request_digest: string | null
  /** The whole answer to a load, gzip. */
  packed: Uint8Array<ArrayBuffer>
}

interface MailTokensTable {
  /** SHA-256 of the token, which stands in one mail only. */
  token_hash: string
  user_id: string
  purpose: MailTokenPurpose
  created_at: number
  expires_at: number
  /** A verification link that was used says so when it is used again. */
  used_at: number | null
}

export type MailTokenPurpose = 'verify' | 'reset'

/** A mail to be sent. Its text, and the token in it, are made when it is sent: the database never holds them. */
interface MailsTable {
  id: string
  kind: MailKind
  /** In lower case; whether an account has it is looked up when the mail is sent. */
  email: string
  created_at: number
  /** When it may be tried; a server that tries it moves this on first, so that no other tries it too. */
  due_at: number
  attempts: Generated<number>
}

export type MailKind = MailTokenPurpose | 'password-changed'

/** A counter of one of the limits; how it counts is the limit's own affair. */
interface RateLimitsTable {
  /** What is limited, and a hash of whom. */
  key: string
  count: number
  since: number
  blocked_until: number
  /** When the row means nothing any more and may go. */
  expires_at: number
}
