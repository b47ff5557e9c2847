import type {
  AuditEvent,
  ExperimentKind,
  ExperimentState,
  GivenRole,
  SaveFault,
  SessionEnd,
  TeamRole,
  TokenScope,
  UserRole,
} from '@plimsoll/contract'
import type { Generated } from 'kysely'

/** Times are milliseconds since 1970, flags are 0 or 1: the same on both databases. */
export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  devices: DevicesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  authenticator_apps: AuthenticatorAppsTable
  recovery_codes: RecoveryCodesTable
  ended_sessions: EndedSessionsTable
  api_tokens: ApiTokensTable
  oidc_identities: OidcIdentitiesTable
  oidc_sessions: OidcSessionsTable
  oidc_teams: OidcTeamsTable
  flows: FlowsTable
  removed_flows: RemovedFlowsTable
  library_entries: LibraryEntriesTable
  flow_tags: FlowTagsTable
  flow_versions: FlowVersionsTable
  flow_shares: FlowSharesTable
  flow_links: FlowLinksTable
  flow_link_roles: FlowLinkRolesTable
  flow_comments: FlowCommentsTable
  live_documents: LiveDocumentsTable
  live_updates: LiveUpdatesTable
  team_members: TeamMembersTable
  flow_teams: FlowTeamsTable
  flow_openings: FlowOpeningsTable
  mail_tokens: MailTokensTable
  email_changes: EmailChangesTable
  mails: MailsTable
  rate_limits: RateLimitsTable
  experiments: ExperimentsTable
  experiment_turns: ExperimentTurnsTable
  administrator_links: AdministratorLinksTable
  invitations: InvitationsTable
  audit_log: AuditLogTable
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
  /** Bytes of the kept content of versions, at least: those that were removed since may be among them. */
  version_bytes: Generated<number>
  /** A team owns flows as a user does. Nobody can log in to it: its email is no address. See docs/decisions/0248. */
  is_team: Generated<number>
  /** SHA-256 of what the browser that registered keeps; null: none said any. */
  browser_hash: string | null
  /** Nobody logs in with the password before who verified the address confirms or replaces it. See docs/decisions/0299. */
  is_password_held: Generated<number>
  /** When it was deleted; what it has stored is being removed. Null: it is not. */
  closed_at: number | null
  role: Generated<UserRole>
  /** Whether a group at the provider of single sign-on gave the role, and takes it back. */
  role_by_claim: Generated<number>
  /** Who is disabled has no session and opens none. */
  disabled_at: number | null
  /** How many flows it may have; null: as many as the configuration says. */
  most_flows: number | null
  /** How many megabytes it may store; null: as many as the configuration says. */
  most_mb: number | null
}

/** Links that make an account an administrator. See docs/decisions/0304. */
interface AdministratorLinksTable {
  /** SHA-256 of the token. */
  token_hash: string
  expires_at: number
}

/** Addresses that administrators invited, until they have an account. See docs/decisions/0305. */
interface InvitationsTable {
  id: string
  /** In lower case. */
  email: string
  /** SHA-256 of the token; null until the mail with it is sent. */
  token_hash: string | null
  /** Null: somebody whose account is deleted. */
  invited_by: string | null
  created_at: number
  expires_at: number
}

/** What people did, by ids alone, which outlive what they name. See docs/decisions/0306. */
interface AuditLogTable {
  id: string
  at: number
  event: AuditEvent
  actor_id: string | null
  subject_id: string | null
  detail: Generated<string>
  /** The network address. */
  address: string | null
}

/** See docs/decisions/0257. */
interface ApiTokensTable {
  id: string
  user_id: string
  /** SHA-256 of the token. */
  token_hash: string
  name: string
  scope: TokenScope
  created_at: number
  expires_at: number
  /** To the minute; null: never. */
  last_used_at: number | null
}

/** Who a user is at the provider of single sign-on. See docs/decisions/0277. */
interface OidcIdentitiesTable {
  issuer: string
  /** The `sub` claim. */
  subject: string
  user_id: string
}

/** Sessions that single sign-on opened, with what the provider's logout asks for. */
interface OidcSessionsTable {
  token_hash: string
  id_token: string
}

/** The teams whose members are those of a group at the provider. */
interface OidcTeamsTable {
  group_name: string
  team_id: string
}

interface SessionsTable {
  /** SHA-256 of the token. */
  token_hash: string
  user_id: string
  created_at: number
  last_seen_at: number
  /** The `User-Agent` header of the login, truncated. */
  user_agent: string | null
  /** Whether it lasts for SESSION_REMEMBER. */
  is_remembered: Generated<number>
  /** When its user last showed by all factors of the account that it is them; null: never. */
  confirmed_at: number | null
}

/** See docs/decisions/0309. */
interface PasskeysTable {
  id: string
  user_id: string
  /** As Web Authentication calls it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often the authenticator says it was used; 0 where it does not count. */
  counter: number
  /** How browsers reach the authenticator, as JSON. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** What an authenticator is about to sign. A row goes with its first use. */
interface PasskeyChallengesTable {
  /** SHA-256 of the challenge. */
  challenge_hash: string
  purpose: 'add' | 'sign-in' | 'confirm'
  /** Null: nobody is signed in yet. */
  user_id: string | null
  expires_at: number
}

/** The secrets of authenticator apps. See docs/decisions/0310. */
interface AuthenticatorAppsTable {
  user_id: string
  /** Base32. */
  secret: string
  /** Null until a code has shown that the app has the secret; it is no factor before. */
  confirmed_at: number | null
  /** The newest time step of which a code was used. */
  last_step: number
}

/** Those that are left. */
interface RecoveryCodesTable {
  user_id: string
  /** SHA-256 of the code. */
  code_hash: string
}

/** The browsers in which users have logged in. See docs/decisions/0312. */
interface DevicesTable {
  user_id: string
  /** SHA-256 of the random id that the browser keeps. */
  device_hash: string
  last_seen_at: number
}

/** Sessions that are over, so that their browsers and their user learn why. See docs/decisions/0313. */
interface EndedSessionsTable {
  token_hash: string
  user_id: string
  user_agent: string | null
  reason: SessionEnd
  ended_at: number
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
  /** The Idempotency-Key of the request that created the flow, and SHA-256 of its body. */
  request_key: string | null
  request_digest: string | null
  /** The response body of a load, gzip. See docs/decisions/0010. */
  packed: Uint8Array<ArrayBuffer>
}

/** The bin: flows that users removed, as they were in `flows`. */
interface RemovedFlowsTable extends Omit<FlowsTable, 'version' | 'request_key' | 'request_digest'> {
  version: number
  removed_at: number
}

/**
 * What the library finds and orders a flow by, also while it is in the bin. Apart from `flows`: a search there would read over
 * the content of every flow.
 */
interface LibraryEntriesTable {
  flow_id: string
  user_id: string
  /** What searches look at; see `searchText`. */
  words: string
  /** Bytes that order names the same on both databases; see `sortKey`. */
  sort_name: Uint8Array<ArrayBuffer>
  /** When the user last opened the flow; 0: never. */
  opened_at: Generated<number>
  /** As in the flow: lists are ordered by these without reading flows. */
  node_count: Generated<number>
  updated_at: Generated<number>
  /** Whether the flow is in the bin. */
  is_removed: Generated<number>
}

/** Tags of flows, also of those in the bin; they go with the entry. */
interface FlowTagsTable {
  flow_id: string
  user_id: string
  tag: string
}

/** Every save of a flow, also while it is in the bin. Versions belong to whom the entry belongs to, and go with it. */
interface FlowVersionsTable {
  flow_id: string
  version: number
  /** Who saved it; null: somebody whose account is deleted. */
  author_id: string | null
  saved_at: number
  /** A version with a name is kept. */
  name: Generated<string>
  note: Generated<string>
  /** The version whose content it has again. */
  restored_from: number | null
  node_count: number
  edge_count: number
  /** What experiments found for it; null: nothing. */
  p99_ms: number | null
  capacity_rps: number | null
  cost_per_hour: number | null
  /** When it is removed because a later one is kept for the same hour or day; null: it is the last of its day. */
  thin_at: number | null
  /** Size of the content. */
  bytes: number
  /** As it was in `flows`; null while it is there. */
  packed: Uint8Array<ArrayBuffer> | null
}

/** The roles that owners gave to addresses, with or without an account. See docs/decisions/0246. */
interface FlowSharesTable {
  flow_id: string
  /** In lower case. */
  email: string
  role: GivenRole
  created_at: number
  /** When the person last opened the flow; 0: never. */
  opened_at: Generated<number>
  /** As in the entry of the flow: the list of what is shared is ordered by these without reading all entries; see `orderShares`. */
  sort_name: Generated<Uint8Array<ArrayBuffer>>
  node_count: Generated<number>
  updated_at: Generated<number>
  is_removed: Generated<number>
}

/** Links by which everybody sees a flow. See docs/decisions/0247. */
interface FlowLinksTable {
  id: string
  flow_id: string
  /** SHA-256 of the token. */
  token_hash: string
  password_hash: string | null
  created_at: number
  expires_at: number | null
  /** What it makes of who takes its role; of a viewer it makes nothing. */
  role: Generated<GivenRole>
}

/** Who has taken the role of a link. It goes with the link, and counts until the link expires. See docs/decisions/0249. */
interface FlowLinkRolesTable {
  link_id: string
  user_id: string
  created_at: number
  /** When the person last opened the flow; 0: never. */
  opened_at: Generated<number>
}

/** Comments on flows, also while they are in the bin; they go with the entry. See docs/decisions/0250. */
interface FlowCommentsTable {
  id: string
  flow_id: string
  /** The comment that it answers; its own id: it starts a thread. What follows is of the thread, and stands in that row alone. */
  thread_id: string
  /** The component or connection, with its name at that time; null: the whole flow. */
  element_id: string | null
  element_name: string | null
  resolved_at: number | null
  resolved_by: string | null
  /** Null: somebody whose account is deleted. */
  author_id: string | null
  /** Empty: it was deleted, and has answers. */
  text: string
  /** The names that it mentions, as JSON. */
  mentions: Generated<string>
  created_at: number
  edited_at: number | null
}

/** What flows that are drawn together have merged so far. See docs/decisions/0253. */
interface LiveDocumentsTable {
  flow_id: string
  /** The version of the flow that the document has in it. */
  version: number
  /** The last update that `state` has in it, and the last one there is. */
  base_seq: number
  last_seq: number
  changed_at: number
  /** When the first update came that the flow does not have yet; null: it has all. */
  unsaved_since: number | null
  /** How often it could not be saved since it last was, why, and when it is tried again; 0 and null: it could. */
  failed_saves: Generated<number>
  save_fault: SaveFault | null
  next_save_at: number | null
  /** As Yjs encodes it. */
  state: Uint8Array<ArrayBuffer>
}

/** The log: updates that the state of their document does not have yet, without a gap. */
interface LiveUpdatesTable {
  flow_id: string
  seq: number
  /** Who sent it; null: the server, or somebody whose account is deleted. */
  user_id: string | null
  data: Uint8Array<ArrayBuffer>
}

/** The roles that addresses have in teams, with or without an account. */
interface TeamMembersTable {
  team_id: string
  /** In lower case. */
  email: string
  role: TeamRole
  created_at: number
  /** When the person last opened the team; 0: never. */
  opened_at: Generated<number>
}

/** The roles that owners of flows gave to teams. */
interface FlowTeamsTable {
  flow_id: string
  team_id: string
  role: GivenRole
  created_at: number
}

/** When users last opened flows that they do not own. */
interface FlowOpeningsTable {
  flow_id: string
  user_id: string
  opened_at: number
}

interface MailTokensTable {
  /** SHA-256 of the token; the token itself is only in the mail. */
  token_hash: string
  user_id: string
  purpose: MailTokenPurpose
  created_at: number
  expires_at: number
  /** Set for used tokens, so that a verification link can report its earlier use. */
  used_at: number | null
}

export type MailTokenPurpose = 'verify' | 'reset' | 'old-email' | 'new-email'

/** A queued mail. Its text and token are created when it is sent, and never stored. See docs/decisions/0065. */
interface MailsTable {
  id: string
  kind: MailKind
  /** In lower case; the account is looked up when the mail is sent. */
  email: string
  created_at: number
  /** When it may be sent. A server postpones this before it sends the mail, so that no other server sends it too. */
  due_at: number
  attempts: Generated<number>
  /** Of a mail about a flow. */
  flow_id: string | null
  /** Of a mail about a comment. */
  comment_id: string | null
  /** Of a mail about a team. */
  team_id: string | null
  /** Of a mail about a change of a user's address, or about a flow that a user shares. */
  user_id: string | null
  /** Why the last attempt failed. */
  failure: string | null
  /** When the server stopped trying; null: it tries. */
  given_up_at: number | null
}

/** Changes of addresses that wait for their links to be opened. See docs/decisions/0314. */
interface EmailChangesTable {
  user_id: string
  new_email: string
  created_at: number
  /** When the link in the mail to the present address was opened; null: not yet. */
  old_confirmed_at: number | null
  /** The same of the new address. */
  new_confirmed_at: number | null
}

export type MailKind =
  | MailTokenPurpose
  | 'password-changed'
  | 'email-changed'
  | 'new-device'
  | 'flow-shared'
  | 'flow-given'
  | 'mentioned'
  | 'team-invited'
  | 'invited'
  | 'test'

/** A counter of a limit; each limit defines how it counts. */
interface RateLimitsTable {
  /** What is limited, and a hash of whom. */
  key: string
  count: number
  since: number
  blocked_until: number
  /** When the row may be removed. */
  expires_at: number
}

interface ExperimentsTable {
  id: string
  user_id: string
  kind: ExperimentKind
  /** Of the design. */
  name: string
  state: ExperimentState
  /** The flow that the design is, and the version from which it comes; null: it is none of the library. */
  flow_id: string | null
  flow_version: number | null
  /** Of what is being simulated, 0 to 1. */
  share: Generated<number>
  /** How far it is, in words; why it failed. */
  progress: Generated<string>
  /** The body of the request, gzip. */
  request: Uint8Array<ArrayBuffer>
  /** The response body of the result, gzip. */
  result: Uint8Array<ArrayBuffer> | null
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** Who runs it. A server that was silent for longer than its lease cannot write any more. */
  claim: string | null
  lease_until: Generated<number>
  /** How often it was begun. */
  attempts: Generated<number>
}

/** When an experiment of a user was last begun: users take turns, also those who remove what is over. */
interface ExperimentTurnsTable {
  user_id: string
  begun_at: number
}
