/** Addresses to which only links in mails lead, apart so that the first page does without them. */
export const mailedPaths = { confirmEmail: '/confirm-email', invitation: '/invitation' } as const
