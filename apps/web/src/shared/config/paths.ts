/** Every address of the application, once; those that only links in mails lead to are in `mailed-paths.ts`. */
export const paths = {
  landing: '/',
  login: '/login',
  singleSignOn: '/login/sso',
  register: '/register',
  verifyEmail: '/verify-email',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  library: '/flow-library',
  bin: '/flow-bin',
  teams: '/teams',
  team: '/teams/:id',
  editor: '/flow-editor',
  flow: '/flow/:id',
  flowPrediction: '/flow/:id/predict',
  sharedFlow: '/shared/:token',
  profile: '/profile',
  administration: '/admin',
  administrator: '/administrator',
  outbox: '/outbox',
  liveEngineHelp: '/help/live-engine',
  dashboard: '/dashboard',
  notFound: '/not-found',
} as const

/** The address of a saved flow. */
export const flowPath = (id: string): string => `/flow/${encodeURIComponent(id)}`

/** The address of a team. */
export const teamPath = (id: string): string => `/teams/${encodeURIComponent(id)}`

/** The address of its predictions. */
export const predictionPath = (id: string): string => `${flowPath(id)}/predict`

/** The address of a link by which everybody sees a flow. */
export const sharedFlowPath = (token: string): string => `/shared/${encodeURIComponent(token)}`

/** What the address of a saved flow says; null for every other address. In any case and with slashes at the end, as the router takes it. */
export function readFlowPath(pathname: string): { readonly id: string; readonly isPrediction: boolean } | null {
  const [, encoded, prediction] = /^\/flow\/([^/]+)(\/predict)?\/*$/i.exec(pathname) ?? []
  if (encoded === undefined) return null
  try {
    return { id: decodeURIComponent(encoded), isPrediction: prediction !== undefined }
  } catch {
    return { id: encoded, isPrediction: prediction !== undefined }
  }
}
