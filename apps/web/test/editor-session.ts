import { createEditorSession, type EditorSession } from '../src/features/editor/session/editor-session.ts'
import { createDocument } from '../src/stores/diagram.ts'

/** An editor session with an empty document and a storage of its own; frames are those of the global scope. */
export function testSession(): EditorSession {
  const items = new Map<string, string>()
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
  return createEditorSession({
    document: createDocument(),
    storage: () => storage,
    isSmallScreen: () => false,
    onNextFrame: (act) => requestAnimationFrame(act),
  })
}
