import { useEffect } from 'react'
import { useEditorSession } from '../session/use-editor-session.ts'
import { createFilmRecorder } from '../state/film.ts'

/** Lets the dialog make animations; what makes them is loaded when one is first asked for. */
export function useFilmRecorder(): void {
  const session = useEditorSession()
  useEffect(() => {
    const recorder = session.stateOf(createFilmRecorder)
    recorder.setState({
      record: async (...args) => (await import('../painters/film/record-film.tsx')).recordFilm(session, ...args),
    })
    return () => recorder.setState({ record: null })
  }, [session])
}
