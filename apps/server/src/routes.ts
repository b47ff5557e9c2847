import type { AccountActions } from './modules/administration/accounts.actions.ts'
import { accountRoutes } from './modules/administration/accounts.routes.ts'
import type { FirstAdministratorActions } from './modules/administration/first-administrator.actions.ts'
import { firstAdministratorRoutes } from './modules/administration/first-administrator.routes.ts'
import type { InvitationActions } from './modules/administration/invitations.actions.ts'
import { invitationRoutes } from './modules/administration/invitations.routes.ts'
import type { OperationActions } from './modules/administration/operations.actions.ts'
import { operationRoutes } from './modules/administration/operations.routes.ts'
import type { AuditActions } from './modules/audit/audit.actions.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import type { AuthActions } from './modules/auth/auth.actions.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import type { BinActions } from './modules/bin/bin.actions.ts'
import { binRoutes } from './modules/bin/bin.routes.ts'
import type { CommentActions } from './modules/comments/comments.actions.ts'
import { commentRoutes } from './modules/comments/comments.routes.ts'
import type { EmailChangeActions } from './modules/email-change/email-change.actions.ts'
import { emailChangeRoutes } from './modules/email-change/email-change.routes.ts'
import type { ExperimentActions } from './modules/experiments/experiments.actions.ts'
import { experimentRoutes } from './modules/experiments/experiments.routes.ts'
import type { ConfirmationActions, FactorActions, PasskeyLoginActions } from './modules/factors/factors.actions.ts'
import { factorRoutes } from './modules/factors/factors.routes.ts'
import type { FlowActions } from './modules/flows/flows.actions.ts'
import { flowRoutes } from './modules/flows/flows.routes.ts'
import type { LibraryActions } from './modules/library/library.actions.ts'
import { libraryRoutes } from './modules/library/library.routes.ts'
import type { PresenceActions } from './modules/live/presence.actions.ts'
import { presenceRoutes } from './modules/live/presence.routes.ts'
import type { OutboxActions } from './modules/outbox/outbox.actions.ts'
import { outboxRoutes } from './modules/outbox/outbox.routes.ts'
import type { ProfileActions } from './modules/profile/profile.actions.ts'
import { profileRoutes } from './modules/profile/profile.routes.ts'
import type { SessionListActions } from './modules/profile/session-list.actions.ts'
import { sessionListRoutes } from './modules/profile/session-list.routes.ts'
import type { SharingActions } from './modules/sharing/sharing.actions.ts'
import { sharingRoutes } from './modules/sharing/sharing.routes.ts'
import type { SingleSignOnActions } from './modules/single-sign-on/single-sign-on.actions.ts'
import { singleSignOnRoutes } from './modules/single-sign-on/single-sign-on.routes.ts'
import { type SiteFacts, siteRoutes } from './modules/site/site.routes.ts'
import type { TeamActions } from './modules/teams/teams.actions.ts'
import { teamRoutes } from './modules/teams/teams.routes.ts'
import type { TokenActions } from './modules/tokens/tokens.actions.ts'
import { tokenRoutes } from './modules/tokens/tokens.routes.ts'
import type { VersionActions } from './modules/versions/versions.actions.ts'
import { versionRoutes } from './modules/versions/versions.routes.ts'
import { type Authenticate, newRouter } from './plugins/router.ts'

/** What the routes call. */
export interface Services {
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it; the other one, everybody who has not confirmed who they are. */
  confirmed: Authenticate
  alwaysConfirmed: Authenticate
  /** Lets administrators through; for others the route is not there. */
  administratorsOnly: Authenticate
  accounts: AccountActions
  firstAdministrator: FirstAdministratorActions
  invitations: InvitationActions
  operations: OperationActions
  audit: AuditActions
  auth: AuthActions
  /** Undefined without a provider. */
  singleSignOn: SingleSignOnActions | undefined
  passkeyLogin: PasskeyLoginActions
  factors: FactorActions
  confirmation: ConfirmationActions
  profile: ProfileActions
  emailChange: EmailChangeActions
  sessions: SessionListActions
  tokens: TokenActions
  flows: FlowActions
  versions: VersionActions
  library: LibraryActions
  presence: PresenceActions
  bin: BinActions
  sharing: SharingActions
  comments: CommentActions
  teams: TeamActions
  experiments: ExperimentActions
  /** Undefined when the outbox must not be shown. */
  outbox: OutboxActions | undefined
  site: SiteFacts
}

/** Every route of the API. This file and its imports use no Node APIs, because the web app reads their types. See docs/decisions/0016. */
export function apiRoutes(services: Services) {
  return newRouter()
    .route('/api', siteRoutes(services))
    .route('/api', outboxRoutes(services))
    .route('/api', authRoutes(services))
    .route('/api', singleSignOnRoutes(services))
    .route('/api', profileRoutes(services))
    .route('/api', emailChangeRoutes(services))
    .route('/api', sessionListRoutes(services))
    .route('/api', factorRoutes(services))
    .route('/api', tokenRoutes(services))
    .route('/api', libraryRoutes(services))
    .route('/api', presenceRoutes(services))
    .route('/api', flowRoutes(services))
    .route('/api', versionRoutes(services))
    .route('/api', binRoutes(services))
    .route('/api', sharingRoutes(services))
    .route('/api', commentRoutes(services))
    .route('/api', teamRoutes(services))
    .route('/api', experimentRoutes(services))
    .route('/api', firstAdministratorRoutes(services))
    .route('/api', accountRoutes(services))
    .route('/api', invitationRoutes(services))
    .route('/api', operationRoutes(services))
    .route('/api', auditRoutes(services))
}
