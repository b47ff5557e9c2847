import { type RefObject, useEffect } from 'react'
import { writeClipboardText } from '../../core/clipboard/clipboard-text.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { countsOnCanvas, isUnderDialog } from '../../ui/key-scope.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { afterCopy, pasteText, selectedPart } from './clipboard.ts'
import { forgetCopied } from './system-clipboard.ts'

/** Copies, cuts and pastes by the browser's own keys, which need no permission. Text that one selects or types keeps its clipboard. */
export function useClipboardKeys(region: RefObject<HTMLElement | null>, viewport: ViewportControl): void {
  const session = useEditorSession()
  useEffect(() => {
    const isForBoard = () => !isUnderDialog() && countsOnCanvas(region.current, document.activeElement)

    const copy = (event: ClipboardEvent) => {
      const isText = document.activeElement === document.body && getSelection()?.isCollapsed === false
      if (isText || !isForBoard()) return
      const part = selectedPart(session)
      if (part === null || !event.clipboardData) return
      event.clipboardData.setData('text/plain', writeClipboardText(part))
      event.preventDefault()
      forgetCopied(session)
      const removes = event.type === 'cut'
      afterCopy(session, part, { removes })
      if (removes) region.current?.focus({ preventScroll: true })
    }
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text === '' || !isForBoard()) return
      event.preventDefault()
      pasteText(session, text, { viewport })
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
      forgetCopied(session)
    }
  }, [region, viewport, session])
}
