import type { Generated } from 'kysely'

/** Times are milliseconds since 1970, flags are 0 or 1: the same on both databases. */
export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  flows: FlowsTable
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
