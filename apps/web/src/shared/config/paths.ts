/** Every address of the application, once. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  library: '/flow-library',
  editor: '/flow-editor',
  profile: '/profile',
  outbox: '/outbox',
  liveEngineHelp: '/help/live-engine',
  dashboard: '/dashboard',
  notFound: '/not-found',
} as const
