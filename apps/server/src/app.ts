import type { BodyProcesses } from './bodies/body-processes.ts'
import { createReadStored } from './bodies/read-stored.ts'
import type { Config } from './config.ts'
import { createTraffic } from './create-traffic.ts'
import type { Database } from './database/database.ts'
import { ApiError } from './errors.ts'
import type { Logger } from './logger.ts'
import { createAccountService } from './modules/administration/accounts.service.ts'
import { createFirstAdministratorService } from './modules/administration/first-administrator.service.ts'
import { createInvitationService } from './modules/administration/invitations.service.ts'
import { createOperationService } from './modules/administration/operations.service.ts'
import { createAuditService } from './modules/audit/audit.service.ts'
import { createConfirmPassword } from './modules/auth/confirm-password.ts'
import { createHeldPasswordService } from './modules/auth/held-password.service.ts'
import { createLoginService } from './modules/auth/login.service.ts'
import type { PasswordHasher } from './modules/auth/password-hasher.ts'
import { createRecoveryService } from './modules/auth/recovery.service.ts'
import { createRegistrationService } from './modules/auth/registration.service.ts'
import { createSessionService } from './modules/auth/session.service.ts'
import { createBinService } from './modules/bin/bin.service.ts'
import { createCommentService } from './modules/comments/comments.service.ts'
import { createEmailChangeService } from './modules/email-change/email-change.service.ts'
import { createExperimentService } from './modules/experiments/experiments.service.ts'
import { createConfirmation } from './modules/factors/confirmation.service.ts'
import { createFactorService } from './modules/factors/factors.service.ts'
import { createPasskeyLoginService } from './modules/factors/passkey-login.service.ts'
import { createPasskeys } from './modules/factors/passkeys.ts'
import { createSecondFactor } from './modules/factors/second-factor.ts'
import { createFlowService } from './modules/flows/flows.service.ts'
import { createLibraryService } from './modules/library/library.service.ts'
import { createLimits } from './modules/limits/limits.ts'
import type { LiveActions } from './modules/live/live.actions.ts'
import { createPresenceService } from './modules/live/presence.service.ts'
import type { Presence } from './modules/live/presence.ts'
import type { OutboxActions } from './modules/outbox/outbox.actions.ts'
import type { Pictures } from './modules/pictures/pictures.ts'
import { createExportService } from './modules/profile/export.service.ts'
import { createProfileService } from './modules/profile/profile.service.ts'
import { createSessionListService } from './modules/profile/session-list.service.ts'
import { createLinkService } from './modules/sharing/links.service.ts'
import { createPeopleService } from './modules/sharing/people.service.ts'
import { createTeamShareService } from './modules/sharing/team-shares.service.ts'
import { createSingleSignOnService } from './modules/single-sign-on/single-sign-on.service.ts'
import type { SiteFacts } from './modules/site/site.routes.ts'
import { createTeamService } from './modules/teams/teams.service.ts'
import { createTokenService } from './modules/tokens/tokens.service.ts'
import { createVersionService } from './modules/versions/versions.service.ts'
import { accessLog } from './plugins/access-log.ts'
import { createAdministratorsOnly } from './plugins/administrators-only.ts'
import { serveDocs } from './plugins/api-docs.ts'
import { createAuthenticate } from './plugins/authenticate.ts'
import { receiveReports } from './plugins/csp-reports.ts'
import { handleErrors } from './plugins/error-responses.ts'
import { identifyClient } from './plugins/identify-client.ts'
import { refuseCrossSite } from './plugins/refuse-cross-site.ts'
import { refuseMalformedPaths } from './plugins/refuse-malformed-paths.ts'
import { refuseRepeatedParameters } from './plugins/refuse-repeated-parameters.ts'
import { refuseMethod, refuseOtherMethods, refuseUnknownPath } from './plugins/refuse-unrouted.ts'
import { requireConfirmation } from './plugins/require-confirmation.ts'
import { newRouter } from './plugins/router.ts'
import { setHeaders } from './plugins/set-headers.ts'
import { serveSharedPage, serveSharedPicture } from './plugins/shared-page.ts'
import { type StaticFiles, serveStaticFiles } from './plugins/static-files.ts'
import { combine, forApi } from './plugins/sync-middleware.ts'
import { takeTurns } from './plugins/take-turns.ts'
import type { SignedInUser } from './requester.ts'
import { apiRoutes } from './routes.ts'

export interface AppOptions {
  config: Pick<
    Config,
    | 'demoMode'
    | 'sessionIdleMs'
    | 'sessionMaxMs'
    | 'sessionRememberMs'
    | 'trustedProxies'
    | 'hasRateLimits'
    | 'flowsPerUser'
    | 'versionBytesPerUser'
    | 'quotaBytesPerUser'
    | 'frameAncestors'
    | 'oidc'
    | 'registration'
    | 'resetTtlMs'
    | 'invitationTtlMs'
    | 'auditRetentionMs'
    | 'experimentThreads'
    | 'settings'
  >
  /** The origin under which browsers reach this server; known once it listens. */
  publicUrl: () => string
  /** Whether mails reach anybody. */
  hasMail: boolean
  /** Where SQLite has its file; undefined with PostgreSQL. */
  dataDir: string | undefined
  /** Set on every response. */
  headers: Record<string, string>
  database: Database
  /** Checks large bodies. */
  bodies: BodyProcesses
  hasher: PasswordHasher
  logger: Logger
  /** The flows that are drawn together. */
  live: LiveActions
  /** Who has them open. */
  presence: Pick<Presence, 'usersIn'>
  /** What chats show of links. */
  pictures: Pictures
  /** Makes the mail worker look for queued mails now. */
  wakeMail: () => void
  /** Makes the removal look for deleted accounts now. */
  wakeRemoval: () => void
  /** Makes the runner of experiments look for queued ones now. */
  wakeExperiments: () => void
  /** Aborted when the server stops. */
  closing: AbortSignal
  /** Undefined when the outbox must not be shown. */
  outbox?: OutboxActions | undefined
  site: SiteFacts
  staticFiles: StaticFiles
  /** Milliseconds since 1970. */
  now: () => number
}

const refusePassword = () => Promise.reject(new ApiError('auth/single-sign-on-only'))
/** Where single sign-on is the only way in. */
const WITHOUT_PASSWORDS = {
  login: refusePassword,
  register: refusePassword,
  verifyEmail: refusePassword,
  previewVerification: refusePassword,
  confirmPassword: refusePassword,
  resendVerification: refusePassword,
  forgotPassword: refusePassword,
  resetPassword: refusePassword,
}

const WITHOUT_EMAIL_CHANGE = {
  find: async () => null,
  ask: refusePassword,
  cancel: refusePassword,
  confirm: refusePassword,
}

/** Builds the request handler; it does not listen yet. */
export function createApp(options: AppOptions) {
  const { config, headers, database, logger, outbox, site, staticFiles } = options
  const limits = createLimits(options)
  const limited = { ...options, limits }
  const traffic = createTraffic(options.bodies)
  const readStored = createReadStored(options.bodies)
  const sessions = createSessionService(options)
  const tokens = createTokenService(options)
  const secondFactor = createSecondFactor(limited)
  const passkeys = createPasskeys(options)
  const confirmPassword = createConfirmPassword(limited)
  const confirmation = createConfirmation({ ...options, confirmPassword, secondFactor, passkeys })
  const always = (user: SignedInUser) => confirmation.require(user, { always: true })
  const services = {
    site,
    outbox,
    auth: {
      ...sessions,
      ...createLoginService({ ...limited, secondFactor }),
      ...createRegistrationService(limited),
      ...createHeldPasswordService(limited),
      ...createRecoveryService(limited),
      ...(config.oidc?.isOnly && WITHOUT_PASSWORDS),
    },
    singleSignOn: config.oidc && createSingleSignOnService({ ...limited, oidc: config.oidc }),
    authenticate: createAuthenticate({
      identify: sessions.identify,
      whyEnded: sessions.whyEnded,
      identifyByApiToken: tokens.identify,
      logger,
      config,
    }),
    confirmed: requireConfirmation(confirmation.require),
    alwaysConfirmed: requireConfirmation(always),
    passkeyLogin: config.oidc?.isOnly
      ? { options: refusePassword, login: refusePassword }
      : createPasskeyLoginService({ ...limited, passkeys }),
    factors: createFactorService({ ...options, passkeys, confirm: confirmation.byPassword }),
    confirmation,
    profile: {
      ...createProfileService({ ...limited, ...config, confirmPassword, requireConfirmation: always }),
      ...createExportService(options),
    },
    emailChange: config.oidc?.isOnly ? WITHOUT_EMAIL_CHANGE : createEmailChangeService({ ...limited, confirmPassword }),
    administratorsOnly: createAdministratorsOnly({ identify: sessions.identify, logger }),
    accounts: createAccountService(limited),
    firstAdministrator: createFirstAdministratorService(limited),
    invitations: createInvitationService(limited),
    operations: createOperationService({ ...limited, sendsMail: site.config.sendsMail }),
    audit: createAuditService(options),
    sessions: createSessionListService(options),
    tokens,
    flows: createFlowService({ ...options, ...config, readStored }),
    versions: createVersionService({ ...options, ...config, readStored }),
    library: createLibraryService(options),
    presence: createPresenceService(options),
    bin: createBinService({ ...options, ...config }),
    sharing: {
      ...createPeopleService({ ...limited, ...config }),
      ...createLinkService(limited),
      ...createTeamShareService({ ...options, ...config }),
    },
    comments: createCommentService(limited),
    teams: createTeamService({ ...limited, requireConfirmation: confirmation.require }),
    experiments: createExperimentService({ ...options, ...config }),
  }

  const app = newRouter()
  app.onError(handleErrors({ faultOf: database.faultOf, logger }))
  const noStore = setHeaders({ 'cache-control': 'no-store' })
  const ofApi = forApi(identifyClient(config), noStore, refuseRepeatedParameters, (context) =>
    context.set('traffic', traffic),
  )
  app.use(accessLog(logger), combine(setHeaders(headers), ofApi, refuseMalformedPaths, refuseCrossSite(logger)))
  app.use('/api/*', takeTurns)
  app.route('/', apiRoutes(services))
  serveDocs(app)
  receiveReports(app, options)
  const identify = combine(identifyClient(config))
  const sharedPage = serveSharedPage({ ...options, files: staticFiles, sharing: services.sharing })
  app.get('/shared/:token/picture.png', identify, takeTurns, serveSharedPicture(services.sharing))
  for (const path of ['/shared/:token', '/shared/:token/']) app.get(path, identify, takeTurns, sharedPage)
  refuseOtherMethods(app)
  app.all('/api/*', refuseUnknownPath)
  app.get('*', serveStaticFiles(staticFiles))
  app.all('*', refuseMethod(['GET', 'HEAD']))
  return app
}
