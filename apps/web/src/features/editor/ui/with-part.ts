import { toast } from '../../../shared/ui/toast.ts'

/** Does something with a part of the editor that is loaded when it is first asked for; says so where it cannot be. */
export async function withPart<M>(part: Promise<M>, act: (part: M) => void | Promise<void>): Promise<void> {
  const loaded = await part.catch(() => null)
  if (loaded === null) toast.error('A part of the editor could not be loaded. Check the connection and try again.')
  else await act(loaded)
}
