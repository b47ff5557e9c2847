import type { EditorSession } from '../../session/editor-session.ts'
import { createPresenting } from '../../state/presenting.ts'

/** Whether there are others who could be shown the run. */
export const canPresentRun = ({ live }: EditorSession): boolean => {
  const { phase, isReadonly, peers } = live.getState()
  return phase === 'online' && !isReadonly && peers.length > 0
}

/** Shows the run of this screen to others, and begins one where there is none; or does so no more. */
export function togglePresenting(session: EditorSession): void {
  const presenting = session.stateOf(createPresenting)
  const { state, isWatched } = session.run.store.getState()
  if (presenting.getState().isOn) {
    presenting.setState({ isOn: false, told: null })
    return
  }
  if (state === 'stopped' || isWatched) session.run.ask('start')
  presenting.setState({ isOn: true })
}
