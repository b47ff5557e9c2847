import { LIMITS, type LibraryFlow, saveFlowSchema } from '@plimsoll/contract'
import { useId, useState } from 'react'
import { useRenameFlow } from './library.actions.ts'
import classes from './library.module.css'

interface NameFieldProps {
  readonly flow: LibraryFlow
  readonly onEnd: () => void
}

/** Renames a flow where its name stands: Enter saves, Escape leaves it. */
export function NameField({ flow, onEnd }: NameFieldProps) {
  const [name, setName] = useState(flow.name)
  const rename = useRenameFlow()
  const faultId = useId()
  const { error } = saveFlowSchema.shape.name.safeParse(name)
  const fault = error?.issues[0]?.message
  const end = () => {
    onEnd()
    // The button that began it has the focus again, as the field is gone.
    document.querySelector<HTMLElement>(`[data-rename="${flow.id}"]`)?.focus()
  }
  const submit = () => {
    if (fault) return
    if (name.trim() !== flow.name) rename.mutate({ id: flow.id, name: name.trim() })
    end()
  }
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the press on Rename asks for it.
        autoFocus
        aria-label="Name"
        aria-invalid={fault !== undefined}
        aria-describedby={fault && faultId}
        value={name}
        maxLength={LIMITS.flowName}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={({ key }) => {
          if (key === 'Escape') end()
        }}
        onBlur={onEnd}
      />
      {fault && (
        <p id={faultId} className={classes.fault}>
          {fault}
        </p>
      )}
    </form>
  )
}
