import type { AdminAccounts } from '@plimsoll/server/admin'
import { type Call, type Command, UsageError } from '../command.ts'

const USER = { user: { value: 'EMAIL', isRequired: true, help: 'whose account' } } as const

export const createUser: Command = {
  name: 'admin user create',
  summary: 'Make an account',
  details:
    'Prints a link by which the user chooses a password, unless one is given. An address that is not --verified is ' +
    'verified by that link, or else by a mail that is sent to it.',
  options: {
    email: { value: 'EMAIL', isRequired: true, help: 'its address' },
    'first-name': { value: 'NAME', isRequired: true, help: 'first name' },
    'last-name': { value: 'NAME', isRequired: true, help: 'last name' },
    'password-stdin': { help: 'read the password from standard input: one line' },
    verified: { help: 'take the address as verified' },
  },
  isOfServer: true,
  run: ({ config, has, text, readInput }) =>
    useAccounts({ config, mayCreateDatabase: true }, async ({ createUser }) => {
      const password = has('password-stdin') ? (await readInput()).replace(/\r?\n$/, '') : undefined
      const names = { firstName: text('first-name'), lastName: text('last-name') }
      const link = await createUser({ email: text('email'), ...names, password, isVerified: has('verified') })
      return link ? `The account is made. Its password is chosen here:\n${link}` : 'The account is made.'
    }),
}

export const resetLink: Command = {
  name: 'admin reset-link',
  summary: 'Let a user choose a new password',
  details: 'Prints the link, which works once and for RESET_TTL. Earlier ones no longer work.',
  options: { ...USER, send: { help: 'have a running server send the link by mail instead of printing it' } },
  isOfServer: true,
  run: ({ config, has, text }) =>
    useAccounts({ config, mayCreateDatabase: false }, async ({ makeResetLink, sendResetLink }) => {
      if (!has('send')) return makeResetLink(text('user'))
      await sendResetLink(text('user'))
      return 'The mail is queued. A running server sends it within seconds.'
    }),
}

export const revokeSessions: Command = {
  name: 'admin sessions revoke',
  summary: 'Log a user, or everybody, out everywhere',
  details: 'Holds at once, on every server. Passwords and API tokens stay as they are.',
  options: {
    user: { value: 'EMAIL', help: 'whose account' },
    all: { help: 'every account, as after a backup was restored' },
  },
  isOfServer: true,
  async run({ config, has, texts }) {
    const [user] = texts('user')
    if ((user === undefined) !== has('all')) throw new UsageError('Give --user or --all, one of them.')
    return useAccounts({ config, mayCreateDatabase: false }, async ({ revokeSessions, revokeAllSessions }) => {
      const count = user === undefined ? await revokeAllSessions() : await revokeSessions(user)
      return `${count} ${count === 1 ? 'session' : 'sessions'} ended.`
    })
  },
}

export const removeFactors: Command = {
  name: 'admin factors remove',
  summary: 'Have a user log in by the password alone',
  details:
    'Removes passkeys, authenticator app and recovery codes, for who has lost them all, and logs the user out ' +
    'everywhere. Make sure first who asks.',
  options: USER,
  isOfServer: true,
  run: ({ config, text }) =>
    useAccounts({ config, mayCreateDatabase: false }, async ({ removeFactors }) => {
      await removeFactors(text('user'))
      return 'The second factors are removed.'
    }),
}

export const administratorLink: Command = {
  name: 'admin administrator-link',
  summary: 'Let somebody become an administrator',
  details:
    'Prints the link, which works once and for a day. Who opens it makes an account that administers the server, or becomes ' +
    'its administrator with the account that is signed in.',
  options: {},
  isOfServer: true,
  run: ({ config }) =>
    useAccounts({ config, mayCreateDatabase: false }, ({ makeAdministratorLink }) => makeAdministratorLink()),
}

/** The server's modules are loaded when a command needs them: they take longer to load than most commands take. */
async function useAccounts(
  { config, mayCreateDatabase }: Pick<Call, 'config'> & { mayCreateDatabase: boolean },
  work: (accounts: AdminAccounts) => Promise<string>,
): Promise<string> {
  const server = await import('@plimsoll/server/admin')
  return server.useAccounts({ config: await config(), mayCreateDatabase }, work)
}
