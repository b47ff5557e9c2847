import { profileQuery } from '../../shared/api/profile.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { readFlowPath } from '../../shared/config/paths.ts'
import { toast } from '../../shared/ui/toast.ts'
import { createLeftViews } from '../left-view.ts'
import { pageDocument } from '../page-document.ts'
import { useSession } from '../session.ts'
import { type AutosaveSession, createAutosaveSession } from './autosave-session.ts'
import { browserClock } from './clock.ts'
import { createDraftDatabase } from './draft-database.ts'
import { createFlowWatch } from './flow-watch.ts'
import { lastDraftOfTab } from './last-draft.ts'
import { createSessionOwners } from './session-owner.ts'
import { openTabChannel } from './tab-channel.ts'
import { createTabLocks } from './tab-locks.ts'

/** How the viewport of the page's document was left. */
export const pageViews = createLeftViews()

/** The autosave of this page. */
export const autosave: AutosaveSession = createAutosaveOfPage()

function createAutosaveOfPage(): AutosaveSession {
  const clock = browserClock
  const channel = openTabChannel()
  const database = createDraftDatabase(() => session.stopOutdated())
  const session = createAutosaveSession({
    document: pageDocument,
    viewports: pageViews,
    session: {
      token: () => useSession.getState().token,
      subscribe: (listener) =>
        useSession.subscribe(({ token }, before) => token !== before.token && listener(token, before.token)),
    },
    owners: createSessionOwners({ notes: database, clock, emailOf }),
    notes: database,
    storage: database,
    channel,
    locks: createTabLocks(navigator.locks, channel, clock),
    watchFlow: createFlowWatch(navigator.locks, channel),
    clock,
    lastDraft: lastDraftOfTab,
    // Not randomUUID, which plain http does not have.
    newId: () => crypto.getRandomValues(new BigUint64Array(2)).join('-'),
    askedFlow: () => readFlowPath(location.pathname)?.id ?? null,
    tellOfEarlier: () => void toast.info('What you drew before is kept: see “Earlier boards” in the Load dialog.'),
  })

  addEventListener('pagehide', () => void session.flush())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void session.flush())
  // Where this device cannot store it, what is unsaved would be lost with the page.
  addEventListener('beforeunload', (event) => {
    if (session.mayLoseWork()) event.preventDefault()
  })
  return session
}

async function emailOf(token: string): Promise<string | null> {
  const profile = await queryClient.fetchQuery({ ...profileQuery, retry: false })
  return token === useSession.getState().token ? profile.email : null
}
