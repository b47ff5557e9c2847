import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'

const KEPT = 5

/** Ids of the commands that were last chosen from the palette, the newest first. */
export const createRecent = ({ environment: { storage } }: EditorSession) =>
  createStore<{ readonly ids: readonly string[] }>()(
    persist((): { readonly ids: readonly string[] } => ({ ids: [] }), {
      name: 'recent-commands',
      version: 0,
      storage: createJSONStorage(storage),
    }),
  )

export function noteRecent(session: EditorSession, id: string): void {
  session
    .stateOf(createRecent)
    .setState(({ ids }) => ({ ids: [id, ...ids.filter((other) => other !== id)].slice(0, KEPT) }))
}

interface RecentItem {
  readonly id: string
  readonly isDestructive?: boolean
}

/** The items with those that were chosen last in front, but for destructive ones: Enter takes the first. */
export function recentFirst<T extends RecentItem>(items: readonly T[], ids: readonly string[]): T[] {
  const recent = ids.flatMap((id) => items.find((item) => item.id === id && !item.isDestructive) ?? [])
  return [...recent, ...items.filter((item) => !recent.includes(item))]
}
