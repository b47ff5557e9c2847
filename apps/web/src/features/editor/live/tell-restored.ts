import { toast } from '../../../shared/ui/toast.ts'
import type { EditorSession } from '../session/editor-session.ts'

/** Says who has restored a version, until the end that it gives back. */
export const tellRestored = ({ live }: EditorSession): (() => void) =>
  live.subscribe(({ peers }, before) => {
    if (peers === before.peers) return
    for (const { client, name, replaced } of peers) {
      // What they did before they were seen here is told to nobody.
      const known = before.peers.find((peer) => peer.client === client)
      if (known && replaced > known.replaced)
        toast.info(`${name} restored an earlier version. What was there before is version ${replaced}.`)
    }
  })
