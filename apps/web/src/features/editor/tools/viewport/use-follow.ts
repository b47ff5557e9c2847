import { useEffect } from 'react'
import { ZOOM } from '../../core/editor.config.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { Live } from '../../state/live.ts'
import type { ViewportControl } from './use-viewport-control.ts'

/** Shows what somebody else sees, for as long as they are followed: until Escape, or until the viewport is moved by hand. */
export function useFollow(control: ViewportControl): void {
  const { live, viewport } = useEditorSession()
  useEffect(() => {
    const end = () => live.setState({ following: null })
    const show = ({ peers, following }: Live) => {
      const view = following === null ? null : peers.find(({ client }) => client === following)?.view
      if (!view) return
      const { width, height } = viewport.getState()
      const zoom = Math.min(ZOOM.max, Math.max(ZOOM.overview, view.zoom))
      const goal = { x: width / 2 - view.x * zoom, y: height / 2 - view.y * zoom, zoom }
      if (!control.isAt(goal)) void control.goTo(goal, { eased: false })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || live.getState().following === null) return
      event.stopPropagation()
      end()
    }
    addEventListener('keydown', onKey, { capture: true })
    const ends = [
      live.subscribe(show),
      viewport.subscribe(
        (now, before) => now.movedAt === before.movedAt || live.getState().following === null || end(),
      ),
    ]
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      for (const stop of ends) stop()
    }
  }, [control, live, viewport])
}
