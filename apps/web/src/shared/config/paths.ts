/** Every address of the application, once. */
export const paths = {
  landing: '/',
  login: '/login',
  library: '/flow-library',
  editor: '/flow-editor',
  profile: '/profile',
  dashboard: '/dashboard',
  notFound: '/not-found',
} as const
