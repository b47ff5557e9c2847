import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SlideShow } from './painters/slides/slide-show.tsx'
import { useDocument, useEditorSession } from './session/use-editor-session.ts'
import { createSlides } from './state/slides.ts'
import { withPart } from './ui/with-part.ts'

/** The slides of the open flow over all of the screen, while they are asked for; that code is loaded then. */
export function OpenedSlideShow() {
  const session = useEditorSession()
  const { dialogs } = session
  const isOpen = useStore(dialogs, ({ open }) => open === 'slide-show')
  const flow = useDocument((document) => document.flow)
  const slides = session.stateOf(createSlides)
  const [part, setPart] = useState<{ readonly SlideShow: typeof SlideShow } | null>(null)
  const close = useCallback(() => {
    if (dialogs.getState().open === 'slide-show') dialogs.setState({ open: null })
  }, [dialogs])
  useEffect(() => {
    if (!isOpen || part) return
    const loading = import('./painters/slides/slide-show.tsx')
    loading.catch(close)
    void withPart(loading, setPart)
  }, [isOpen, part, close])
  useEffect(() => close, [close])
  if (!isOpen || !part) return null
  return (
    <part.SlideShow
      flow={flow}
      run={session.run}
      first={slides.getState().shown}
      onShow={(shown) => slides.setState({ shown })}
      onClose={close}
    />
  )
}
