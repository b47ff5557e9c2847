import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Textarea, TextInput } from '@mantine/core'
import { LIMITS, type SaveFlowForm, saveFlowSchema } from '@plimsoll/contract'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { asRequestError } from '../../../../shared/api/client.ts'
import { showOnFields } from '../../../../shared/api/form-errors.ts'
import { toastFailure } from '../../../../shared/api/toast-failure.ts'
import { useKeptText } from '../../../../shared/api/use-kept-text.ts'
import { Banner } from '../../../../shared/ui/banner.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { type Conflict, ConflictDialog } from './conflict-dialog.tsx'
import classes from './dialogs.module.css'
import { documentToSave, useSaveFlow } from './use-save-flow.ts'

/** Errors after which the open flow cannot be written any more, but a new one can. */
const CONFLICTS: Readonly<Partial<Record<string, Conflict>>> = {
  'resource/conflict': 'changed',
  'resource/not-found': 'removed',
  'auth/forbidden': 'readonly',
}

/** Stores the document: as a new flow, or over the open one. Nothing that was typed or drawn is lost when that fails. */
export function SaveDialog({ title, onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const saved = useDocument((state) => state.saved)
  const heading = useDocument((state) => state.saved ?? state.heading)
  const [asNew, setAsNew] = useState(saved === null)
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isUnderWay = useRef(false)
  const isShown = useIsShown()
  const save = useSaveFlow()
  const { register, handleSubmit, formState, setError, getValues, setValue } = useForm<SaveFlowForm>({
    resolver: zodResolver(saveFlowSchema),
    defaultValues: { name: heading?.name ?? '', description: heading?.description ?? '' },
  })

  useKeptText('save', {
    read: () => ({ ...getValues(), note }),
    write: (typed) => {
      setValue('name', typed.name)
      setValue('description', typed.description)
      setNote(typed.note)
    },
  })

  const submit = async (form: SaveFlowForm, target: 'new' | 'open') => {
    // A second press in the same moment, before the button could show that the first is under way.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    try {
      await save.mutateAsync({ ...form, target, note: note.trim(), board: documentToSave(session) })
      if (isShown.current) onClose()
    } catch (error) {
      if (!isShown.current) return toastFailure(error, notSaved(form, error))
      const found = target === 'open' && CONFLICTS[asRequestError(error).type]
      if (found) return setConflict(found)
      setFailure(showOnFields(error, ['name', 'description'], setError))
    } finally {
      isUnderWay.current = false
    }
  }

  if (conflict && saved)
    return (
      <ConflictDialog
        conflict={conflict}
        saved={saved}
        form={getValues()}
        onKeepMine={async (name) => {
          const form = { ...getValues(), name }
          try {
            await save.mutateAsync({ ...form, target: 'new', board: documentToSave(session) })
            if (isShown.current) onClose()
          } catch (error) {
            if (isShown.current) throw error
            toastFailure(error, notSaved(form, error))
          }
        }}
        onClose={onClose}
      />
    )

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={handleSubmit((form) => submit(form, asNew ? 'new' : 'open'))}>
        {failure && (
          <Banner variant="error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <TextInput
          label="Flow Name"
          data-autofocus
          autoComplete="off"
          maxLength={2 * LIMITS.flowName}
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <Textarea
          label="Description"
          description={`At least ${LIMITS.flowDescriptionMin} characters`}
          rows={3}
          error={formState.errors.description?.message}
          {...register('description')}
        />
        {!asNew && (
          <TextInput
            label="What changed"
            description="Optional. The list of versions shows it."
            autoComplete="off"
            maxLength={LIMITS.versionNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {saved && (
          <label className={classes.choice}>
            <input type="checkbox" checked={asNew} onChange={(event) => setAsNew(event.currentTarget.checked)} />
            Save as a new flow, and keep “{saved.name}” as it is
          </label>
        )}
        {save.isPending && <SavingNote />}
        <footer className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** After so long a save is a slow one, in ms. */
const SLOW_MS = 3_000

/** Says that a slow save is still under way, and for how long. */
function SavingNote() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (seconds * 1_000 < SLOW_MS) return null
  return (
    <p role="status">
      Still saving a large flow or over a slow line: <span aria-hidden="true">{seconds} s</span>
    </p>
  )
}

const notSaved = ({ name }: SaveFlowForm, error: unknown): string =>
  `“${name}” was not saved: ${asRequestError(error).message}`

/** Whether the dialog is still there: an answer may come after it was left, when another one is open. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
