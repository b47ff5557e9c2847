import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Logger } from './logger.ts'
import { createAuthService } from './modules/auth/auth.service.ts'
import type { PasswordHasher } from './modules/auth/password-hasher.ts'
import { createFlowService } from './modules/flows/flows.service.ts'
import { createProfileService } from './modules/profile/profile.service.ts'
import type { SiteFacts } from './modules/site/site.routes.ts'
import { accessLog } from './plugins/access-log.ts'
import { serveDocs } from './plugins/api-docs.ts'
import { createAuthenticate } from './plugins/authenticate.ts'
import { answerErrors } from './plugins/error-answers.ts'
import { refuseCrossSite } from './plugins/refuse-cross-site.ts'
import { refuseRepeatedParameters } from './plugins/refuse-repeated-parameters.ts'
import { refuseMethod, refuseOtherMethods, refuseUnknownPath } from './plugins/refuse-unrouted.ts'
import { newRouter } from './plugins/router.ts'
import { setHeaders } from './plugins/set-headers.ts'
import { type StaticFiles, serveStaticFiles } from './plugins/static-files.ts'
import { apiRoutes } from './routes.ts'

export interface AppOptions {
  config: Pick<Config, 'demoMode' | 'sessionIdleMs' | 'sessionMaxMs'>
  /** Set on every answer. */
  headers: Record<string, string>
  database: Database
  hasher: PasswordHasher
  logger: Logger
  site: SiteFacts
  staticFiles: StaticFiles
  /** Milliseconds since 1970. */
  now: () => number
}

/** Builds the server's one request handler; it listens to nothing yet. */
export function createApp({ config, headers, database, hasher, logger, site, staticFiles, now }: AppOptions) {
  const auth = createAuthService({ database, hasher, config, logger, now })
  const services = {
    site,
    auth,
    authenticate: createAuthenticate(auth.identify),
    profile: createProfileService({ database, hasher, logger, now }),
    flows: createFlowService({ database, now }),
  }

  const app = newRouter()
  app.onError(answerErrors({ isOutage: database.isOutage, logger }))
  app.use(accessLog(logger), setHeaders(headers))
  app.use('/api/*', setHeaders({ 'cache-control': 'no-store' }), refuseRepeatedParameters)
  app.use(refuseCrossSite)
  app.route('/', apiRoutes(services))
  serveDocs(app)
  refuseOtherMethods(app)
  app.all('/api/*', refuseUnknownPath)
  app.get('*', serveStaticFiles(staticFiles))
  app.all('*', refuseMethod(['GET', 'HEAD']))
  return app
}
