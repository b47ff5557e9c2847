import { FLOW_LIMITS } from '@plimsoll/flow'

const KIB = 1024
const MIB = 1024 * KIB

/** Limits that server and browser both enforce. Sizes in bytes, lengths in characters (code points). */
export const LIMITS = {
  body: 16 * KIB,
  flowBody: 32 * MIB,
  /** Of a flow as it is stored, compressed. */
  packedFlow: 8 * MIB,
  jsonDepth: 32,
  /** Entries of one list in a file or a pasted text. Far more than a flow has of anything: what is a little too long is refused by name. */
  jsonList: 100_000,
  /** Of a body. The largest flow with every property has 1.5 million values. */
  jsonValues: 2_000_000,
  /** Different ones of a body: the parser keeps something of each. */
  jsonKeys: 50_000,
  /** What a browser says to be known again. */
  browserKey: 100,
  nodes: FLOW_LIMITS.nodes,
  edges: FLOW_LIMITS.edges,
  groups: FLOW_LIMITS.groups,
  slides: FLOW_LIMITS.slides,
  /** Unless the operator sets another number. */
  flowsPerUser: 500,
  flowsPerPage: 200,
  searchWords: 200,
  /** Length of a tag, and how many a flow has. */
  tag: 40,
  tagsPerFlow: 20,
  /** Flows whose tags one request changes. */
  taggedAtOnce: 200,
  /** Of one flow. */
  peoplePerFlow: 100,
  linksPerFlow: 20,
  teamsPerFlow: 20,
  teamNameMin: 2,
  teamName: 50,
  membersPerTeam: 100,
  /** Of one address, also those that it was invited to. */
  teamsPerUser: 20,
  linkDays: 365,
  linkPasswordMin: 6,
  /** Length of a comment, and of the id and name of what it is about; how many a flow has, with answers. */
  comment: 2_000,
  commentElement: 200,
  commentsPerFlow: 500,
  /** How long removed flows are kept. */
  binDays: 30,
  flowVersion: 2 ** 31 - 2,
  versionsPerPage: 200,
  versionName: 100,
  versionNote: 500,
  /** Unless the operator sets others: how long versions are kept, and how many megabytes of a user. */
  versionDays: 365,
  versionMbPerUser: 64,
  /** Of all that a user stores, unless the operator sets another number. */
  quotaMbPerUser: 256,
  flowNameMin: 3,
  flowName: 100,
  flowDescriptionMin: 6,
  flowDescription: 2_000,
  label: 10_000,
  simulationSettings: FLOW_LIMITS.simulation,
  /** Experiments of one user that wait or run. */
  openExperiments: 20,
  /** Those that are kept when they are over; the oldest go first. */
  keptExperiments: 50,
  experimentAxes: 4,
  idempotencyKey: 200,
  email: 254,
  sessionsPerUser: 20,
  /** The newest ones that are over, which a user sees. */
  endedSessionsShown: 10,
  tokensPerUser: 20,
  /** Of a server, that nobody has accepted yet. */
  invitations: 1_000,
  tokenName: 60,
  tokenDays: 366,
  passkeysPerUser: 20,
  passkeyName: 60,
  passwordMin: 8,
  password: 256,
  personNameMin: 2,
  personName: 50,
  reportedFaults: 100,
} as const
