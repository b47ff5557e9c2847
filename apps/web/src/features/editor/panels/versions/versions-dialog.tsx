import { Button, Loader } from '@mantine/core'
import type { SavedVersion } from '@plimsoll/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { versionsQuery } from '../../../../shared/api/versions.ts'
import { Banner } from '../../../../shared/ui/banner.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import type { SavedFlow } from '../../../../stores/board.ts'
import { useDocument } from '../../session/use-editor-session.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { FigureLines } from './figure-lines.tsx'
import { VersionDetails } from './version-details.tsx'
import { VersionList } from './version-list.tsx'
import classes from './versions.module.css'

/** Every save of the flow that is open, each with what became of it since. */
export function VersionsDialog({ title, onClose }: OpenedPanelProps) {
  const saved = useDocument((state) => state.saved)
  return (
    <Dialog title={title} size="full" onClose={onClose}>
      {saved === null ? (
        <p className={classes.hint}>
          This board is not in your library yet. Save it: from then on each save is a version that you can come back to.
        </p>
      ) : (
        <Versions key={saved.id} saved={saved} onClose={onClose} />
      )}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Dialog>
  )
}

function Versions({ saved, onClose }: { saved: SavedFlow; onClose: () => void }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionsQuery(saved.id),
  )
  if (isPending)
    return (
      <div className={classes.centre} role="status" aria-label="Loading versions">
        <Loader />
      </div>
    )
  if (isError)
    return (
      <Banner variant="error">
        <p>The versions could not be loaded.</p>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  const versions = data.pages.flatMap((page) => page.data)
  const shown = versions.find(({ version }) => version === chosen) ?? firstShown(versions)
  // It stays the one that is shown when there is a newer one.
  if (shown && chosen === null) setChosen(shown.version)
  if (!shown) return <p className={classes.hint}>No version is kept of this flow. The next save is the first.</p>
  const newest = versions[0]?.version ?? 0
  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        <FigureLines versions={versions} />
        <VersionList
          {...{ versions, newest }}
          chosen={shown.version}
          onChoose={setChosen}
          more={hasNextPage && { isBusy: isFetchingNextPage, onMore: () => void fetchNextPage() }}
        />
      </div>
      <VersionDetails key={shown.version} {...{ saved, newest, onClose }} version={shown} role={data.pages[0]?.role} />
    </div>
  )
}

/** The one before the newest: nothing is different from the newest but what is not saved. */
const firstShown = (versions: readonly SavedVersion[]): SavedVersion | undefined => versions[1] ?? versions[0]
