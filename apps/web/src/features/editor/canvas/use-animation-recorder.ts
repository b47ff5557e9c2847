import { useEffect } from 'react'
import { useEditorSession } from '../session/use-editor-session.ts'
import { createAnimationRecorder } from '../state/animation.ts'

/** Lets the dialog make animations; what makes them is loaded when one is first asked for. */
export function useAnimationRecorder(): void {
  const session = useEditorSession()
  useEffect(() => {
    const recorder = session.stateOf(createAnimationRecorder)
    recorder.setState({
      record: async (...args) =>
        (await import('../painters/animation/record-animation.tsx')).recordAnimation(session, ...args),
    })
    return () => recorder.setState({ record: null })
  }, [session])
}
