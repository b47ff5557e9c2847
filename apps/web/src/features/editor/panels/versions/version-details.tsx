import { Button, Loader, TextInput } from '@mantine/core'
import { changeVersionSchema, type FlowRole, LIMITS, mayRole, type SavedVersion } from '@plimsoll/contract'
import { type Flow, flowDifferences, parseFlow } from '@plimsoll/flow'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { asRequestError } from '../../../../shared/api/client.ts'
import { versionQuery } from '../../../../shared/api/versions.ts'
import { Banner } from '../../../../shared/ui/banner.tsx'
import type { SavedFlow } from '../../../../stores/board.ts'
import { useDocument } from '../../session/use-editor-session.ts'
import { DifferenceDrawing } from './difference-drawing.tsx'
import { DifferenceWords } from './difference-words.tsx'
import { useChangeVersion, useDuplicateVersion, useRestoreVersion } from './version.actions.ts'
import classes from './versions.module.css'

interface VersionDetailsProps {
  readonly saved: SavedFlow
  readonly version: SavedVersion
  readonly newest: number
  /** What the user is to the flow: nobody is offered what the role does not allow. */
  readonly role: FlowRole | undefined
  readonly onClose: () => void
}

/** A version as it was, with what became of it since, and what can be done with it. */
export function VersionDetails({ saved, version, newest, role, onClose }: VersionDetailsProps) {
  const { data, isPending, isError, refetch } = useQuery(versionQuery(saved.id, version.version))
  const flow = useMemo(() => {
    const parsed = data && parseFlow(data)
    return parsed?.ok ? parsed.flow : null
  }, [data])
  const restore = useRestoreVersion(saved, onClose)
  const duplicate = useDuplicateVersion(saved)
  const title = version.name || `Version ${version.version}`
  return (
    <section className={classes.details} aria-label={title}>
      {restore.isError && <Banner variant="error">{asRequestError(restore.error).message}</Banner>}
      <div className={classes.ways}>
        {version.version !== newest && mayRole(role, 'restore version') && (
          <Button
            size="compact-sm"
            loading={restore.isPending}
            disabled={!flow}
            onClick={() => restore.mutate(version.version)}
          >
            Restore
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={duplicate.isPending}
          disabled={!data}
          onClick={() => data && duplicate.mutate({ content: data, version: version.version })}
        >
          Duplicate from this version
        </Button>
      </div>
      {isPending && (
        <div className={classes.centre} role="status" aria-label="Loading the version">
          <Loader />
        </div>
      )}
      {isError && (
        <Banner variant="error">
          <p>This version could not be loaded.</p>
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {data && !flow && <Banner variant="error">This version cannot be read.</Banner>}
      {flow && <Differences title={title} flow={flow} />}
      {mayRole(role, 'describe version') && <NameAndNote saved={saved} version={version} />}
    </section>
  )
}

function Differences({ title, flow }: { title: string; flow: Flow }) {
  const now = useDocument((state) => state.flow)
  const differences = useMemo(() => flowDifferences(flow, now), [flow, now])
  const hasOtherSettings = JSON.stringify(flow.simulation) !== JSON.stringify(now.simulation)
  return (
    <>
      <DifferenceDrawing {...{ title, flow, now, differences }} />
      <DifferenceWords {...{ differences, hasOtherSettings }} />
    </>
  )
}

/** A version with a name is kept, whatever its age. */
function NameAndNote({ saved, version }: Pick<VersionDetailsProps, 'saved' | 'version'>) {
  const [name, setName] = useState(version.name)
  const [note, setNote] = useState(version.note)
  const change = useChangeVersion(saved.id)
  const given = { name: name.trim(), note: note.trim() }
  const isChanged = given.name !== version.name || given.note !== version.note
  const faults = changeVersionSchema.safeParse(given).error?.issues ?? []
  const faultOf = (field: keyof typeof given) => faults.find(({ path }) => path[0] === field)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && faults.length === 0) change.mutate({ version: version.version, ...given })
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {change.isError && <Banner variant="error">{asRequestError(change.error).message}</Banner>}
      <TextInput
        label="Name"
        description="A version with a name is kept, whatever its age."
        autoComplete="off"
        maxLength={2 * LIMITS.versionName}
        value={name}
        error={faultOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Note"
        autoComplete="off"
        maxLength={2 * LIMITS.versionNote}
        value={note}
        error={faultOf('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        disabled={!isChanged || faults.length > 0}
      >
        Save name and note
      </Button>
    </form>
  )
}
