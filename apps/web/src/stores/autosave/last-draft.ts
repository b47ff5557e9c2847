/** Where a tab finds its own board again after a reload; a tab that is duplicated or reopened has it, too. */
const NAME = 'plimsoll-board'

/** The board that this tab had last, if the browser lets it remember. */
export function ownBoard(): string | null {
  try {
    return sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}

export function rememberOwnBoard(id: string): void {
  try {
    sessionStorage.setItem(NAME, id)
  } catch {
    // Without it, the newest board of the user is brought back.
  }
}
