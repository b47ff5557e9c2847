import { paths, readFlowPath } from './paths.ts'

const returnable: readonly string[] = [
  paths.library,
  paths.bin,
  paths.teams,
  paths.editor,
  paths.profile,
  paths.administration,
  paths.administrator,
]

/** What the gate hands to the login page in the history entry's state: the page that was asked for. */
export type OriginState = { readonly from: string }

/** What the pages about an own account hand to the login page: who comes from them means that account, not the demo. */
export type AccountState = { readonly account: number }

/** Counts in this load of the page only: browsers keep an entry's state also for an address that is typed anew. */
export const HAS_ACCOUNT: AccountState = { account: performance.timeOrigin }

export const hasAccount = (state: unknown): boolean =>
  (state as Partial<AccountState> | null)?.account === HAS_ACCOUNT.account

/** What an entry says about the page that was asked for, to be handed on to the next; nothing else of its state goes along. */
export function keptOrigin(state: unknown): OriginState | undefined {
  const from = (state as Partial<OriginState> | null)?.from
  return typeof from === 'string' ? { from } : undefined
}

/** The page to go to after login: the one asked for if it is one of our signed-in pages, else the library. */
export function originPath(state: unknown, site: string): string {
  const from = (state as Partial<OriginState> | null)?.from
  if (typeof from !== 'string' || from.length > 2_000 || !URL.canParse(from, site)) return paths.library
  const url = new URL(from, site)
  const isPage =
    returnable.includes(asRouted(url.pathname)) ||
    readFlowPath(url.pathname) !== null ||
    LINK_OR_TEAM.test(url.pathname)
  return isPage && url.origin === new URL(site).origin ? url.pathname + url.search + url.hash : paths.library
}

/** Of a flow behind a link, of which one may want a copy, or of a team. */
const LINK_OR_TEAM = /^\/(shared|teams)\/[^/]+\/*$/i

/** The router takes letters of either case, and slashes at the end. */
const asRouted = (pathname: string) => pathname.toLowerCase().replace(/\/+$/, '')
