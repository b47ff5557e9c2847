import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Textarea, TextInput } from '@mantine/core'
import { LIMITS, type SaveFlowForm, saveFlowSchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { asRequestError } from '../../../shared/api/client.ts'
import { showOnFields } from '../../../shared/api/form-errors.ts'
import { Banner } from '../../../shared/ui/banner.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useDiagram } from '../../../stores/diagram.ts'
import classes from './dialogs.module.css'
import { useSaveFlow } from './use-save-flow.ts'

/** Errors after which the open flow cannot be written any more, but a new one can. */
const LOST_TARGET: readonly string[] = ['resource/conflict', 'resource/not-found']

/** Stores the board: as a new flow, or over the open one. Nothing that was typed or drawn is lost when that fails. */
export function SaveDialog({ onClose }: { onClose: () => void }) {
  const saved = useDiagram((state) => state.saved)
  const [asNew, setAsNew] = useState(saved === null)
  const [failure, setFailure] = useState<{ message: string; offersNew: boolean } | null>(null)
  const save = useSaveFlow()
  const { register, handleSubmit, formState, setError } = useForm<SaveFlowForm>({
    resolver: zodResolver(saveFlowSchema),
    defaultValues: { name: saved?.name ?? '', description: saved?.description ?? '' },
  })

  const submit = async (form: SaveFlowForm, target: 'new' | 'open') => {
    setFailure(null)
    try {
      await save.mutateAsync({ ...form, target })
      onClose()
    } catch (error) {
      const message = showOnFields(error, ['name', 'description'], setError)
      const offersNew = LOST_TARGET.includes(asRequestError(error).type)
      if (message !== null) setFailure({ message, offersNew })
    }
  }

  return (
    <Dialog title="Save Flow" onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={handleSubmit((form) => submit(form, asNew ? 'new' : 'open'))}>
        {failure && (
          <Banner variant="error" onClose={() => setFailure(null)}>
            <p>{failure.message}</p>
            {failure.offersNew && (
              <>
                <p>Your board is as you drew it, and what is stored is untouched.</p>
                <Button variant="subtle" size="compact-sm" onClick={handleSubmit((form) => submit(form, 'new'))}>
                  Save mine as a new flow
                </Button>
              </>
            )}
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
          rows={3}
          error={formState.errors.description?.message}
          {...register('description')}
        />
        {saved && (
          <label className={classes.choice}>
            <input type="checkbox" checked={asNew} onChange={(event) => setAsNew(event.currentTarget.checked)} />
            Save as a new flow, and keep “{saved.name}” as it is
          </label>
        )}
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
