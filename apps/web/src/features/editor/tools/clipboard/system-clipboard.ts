import { toast } from '../../../../shared/ui/toast.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { shortcutText } from '../keys/shortcut.ts'

/** What was copied here by menu, for pages that may not read the clipboard. Nothing of it outlives the canvas. */
const createCopied = () => ({ text: null as string | null })

/** Copies without a key; a browser that refuses leaves it to be pasted in this window. */
export async function writeClipboard(session: EditorSession, text: string): Promise<void> {
  session.stateOf(createCopied).text = text
  // Without HTTPS there is no such clipboard.
  await navigator.clipboard?.writeText(text).catch(() => {})
}

/** What is in the clipboard, asked for without a key. Where the browser refuses: what was copied here, else null, and says how to paste. */
export async function readClipboard(session: EditorSession): Promise<string | null> {
  const copied = session.stateOf(createCopied)
  const text = (await navigator.clipboard?.readText?.().catch(() => null)) ?? copied.text
  if (text === null) toast.info(`The browser does not show its clipboard: press ${shortcutText('Mod+V')} to paste.`)
  return text
}

/** The clipboard was written by key, or the canvas is left. */
export function forgetCopied(session: EditorSession): void {
  session.stateOf(createCopied).text = null
}
