import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useImportFlows } from './library.actions.ts'

/** Asks for an export and adds its flows. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const take = useImportFlows()
  return (
    <>
      <Button variant="default" size="compact-md" loading={take.isPending} onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label="File to import"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) take.mutate(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
