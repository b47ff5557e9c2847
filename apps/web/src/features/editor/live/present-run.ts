import type { EditorSession } from '../session/editor-session.ts'
import { createPresenting } from '../state/presenting.ts'
import { runMessage } from './run-message.ts'
import { throttle } from './throttle.ts'

/** A run that is presented is told at most this often, in ms: 10 messages a second. */
const TELL_MS = 100

/** Has others told of the run of this screen while it is presented, until it ends. Gives back how to end that. */
export function presentRun(session: EditorSession): () => void {
  const { run } = session
  const presenting = session.stateOf(createPresenting)

  function tell(): void {
    const shown = run.store.getState()
    const snapshot = run.newestSnapshot()
    if (!presenting.getState().isOn || shown.isWatched) return
    presenting.setState({ told: shown.state === 'stopped' || snapshot === null ? null : runMessage(shown, snapshot) })
  }

  const telling = throttle(TELL_MS, tell)
  const off = () => presenting.setState({ isOn: false, told: null })
  const ends = [
    run.subscribeDots(telling.call),
    run.store.subscribe((now, before) => {
      // Who resets the run, or begins to watch that of another, presents no more.
      if (presenting.getState().isOn && ((now.state === 'stopped' && before.state !== 'stopped') || now.isWatched))
        off()
      else if (now.state !== before.state || now.speed !== before.speed) telling.call()
    }),
    presenting.subscribe((now, before) => {
      if (now.isOn && !before.isOn) telling.call()
    }),
  ]
  return () => {
    telling.cancel()
    for (const end of ends) end()
    off()
  }
}
