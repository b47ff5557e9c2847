import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { toast } from '../../shared/ui/toast.ts'

interface ActButtonProps<Answer> {
  readonly children: string
  /** Where the text alone does not say what it acts on. */
  readonly label?: string
  readonly act: () => Promise<Answer>
  /** The key of what it changes. */
  readonly changes: { readonly queryKey: readonly unknown[] }
  /** What is said once it is done. */
  readonly done?: (answer: Answer) => string | null
}

/** A button that has the server do something, says what came of it, and fetches anew what it has changed. A dangerous step asks first who is there. */
export function ActButton<Answer>(props: ActButtonProps<Answer>) {
  const { children, label, act, changes, done } = props
  const queries = useQueryClient()
  const { confirmed, dialog } = useConfirmation()
  const submission = useSubmission({
    mutationFn: () => confirmed(act),
    onSuccess: (answer) => {
      const text = done?.(answer)
      if (text) toast.success(text)
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(changes),
  })
  return (
    <>
      {dialog}
      <Button
        variant="default"
        size="compact-sm"
        {...(label !== undefined && { 'aria-label': label })}
        loading={submission.isPending}
        onClick={() => submission.mutate(undefined)}
      >
        {children}
      </Button>
    </>
  )
}
