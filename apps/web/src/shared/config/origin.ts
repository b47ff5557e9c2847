import { paths } from './paths.ts'

const returnable: readonly string[] = [paths.library, paths.editor, paths.profile]

/** What the gate hands to the login page in the history entry's state: the page that was asked for. */
export type OriginState = { readonly from: string }

/** The page to go to after login: the one asked for if it is one of our signed-in pages, else the library. */
export function originPath(state: unknown, site: string): string {
  const from = (state as Partial<OriginState> | null)?.from
  if (typeof from !== 'string' || from.length > 2_000 || !URL.canParse(from, site)) return paths.library
  const url = new URL(from, site)
  const ours = url.origin === new URL(site).origin && returnable.includes(url.pathname)
  return ours ? url.pathname + url.search + url.hash : paths.library
}
