/** The secret in the address of a printed, mailed or copied link. It is taken out of the address, where others might read it, and kept in this tab. */
export function takeLinkSecret(name: string): string | null {
  const key = `${name}-link`
  const given = location.hash.slice(1)
  try {
    if (given !== '') sessionStorage.setItem(key, given)
    return given || sessionStorage.getItem(key)
  } catch {
    // Without storage it lasts as long as the page.
    return given || null
  } finally {
    if (given !== '') history.replaceState(history.state, '', location.pathname)
  }
}

/** Forgets it: it works once. */
export function dropLinkSecret(name: string): void {
  try {
    sessionStorage.removeItem(`${name}-link`)
  } catch {
    // It was not kept.
  }
}
