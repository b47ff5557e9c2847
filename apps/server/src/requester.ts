/** Where a request comes from. */
export interface Client {
  /** The network address that requests are counted by: an IPv4 address, or the /64 of an IPv6 one. */
  address: string
  /** The start of the `User-Agent` header. */
  userAgent: string | null
}

/** The user whose session a request carries. */
export interface SignedInUser {
  id: string
  sessionId: string
  /** Whether this is a sandbox of the demo. */
  isDemo: boolean
  /** Whether the session is one of an administrator; an API token never is. */
  isAdministrator: boolean
}
