const NAME = 'plimsoll-board'

/** Where a tab finds its own draft again after a reload; a tab that is duplicated or reopened has it, too. */
export interface LastDraft {
  get(): string | null
  set(id: string): void
}

/** Kept with the tab, if the browser allows it. Without it, the newest draft of the user is restored. */
export const lastDraftOfTab: LastDraft = {
  get: () => {
    try {
      return sessionStorage.getItem(NAME)
    } catch {
      return null
    }
  },
  set: (id) => {
    try {
      sessionStorage.setItem(NAME, id)
    } catch {
      // Said above.
    }
  },
}
