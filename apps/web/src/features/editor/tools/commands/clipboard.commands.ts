import { writeClipboardText } from '../../core/clipboard/clipboard-text.ts'
import { afterCopy, canCopy, duplicateSelected, pasteText, selectedPart } from '../clipboard/clipboard.ts'
import { readClipboard, writeClipboard } from '../clipboard/system-clipboard.ts'
import type { Command, CommandContext } from './command.ts'

/** Part of the commands of editing. */
export function clipboardCommands({ session, viewport, region }: CommandContext): Command[] {
  const shared = { section: 'Edit', scope: 'canvas', hasNativeKeys: true } as const
  const copy = async ({ removes }: { removes: boolean }) => {
    const part = selectedPart(session)
    if (part === null) return
    await writeClipboard(session, writeClipboardText(part))
    afterCopy(session, part, { removes })
    if (removes) region.current?.focus({ preventScroll: true })
  }
  return [
    {
      ...shared,
      id: 'cut',
      title: 'Cut',
      isDestructive: true,
      keys: ['Mod+X'],
      isAvailable: () => canCopy(session),
      run: () => void copy({ removes: true }),
    },
    {
      ...shared,
      id: 'copy',
      title: 'Copy',
      synonyms: ['clipboard'],
      keys: ['Mod+C'],
      isAvailable: () => canCopy(session),
      run: () => void copy({ removes: false }),
    },
    {
      ...shared,
      id: 'paste',
      title: 'Paste',
      synonyms: ['insert from clipboard'],
      keys: ['Mod+V'],
      menus: ['canvas', 'group'],
      isAvailable: () => true,
      run: (at) =>
        void readClipboard(session).then((text) => text !== null && pasteText(session, text, { viewport, at })),
    },
    {
      id: 'duplicate',
      title: 'Duplicate',
      synonyms: ['clone', 'copy in place', 'repeat'],
      section: 'Edit',
      keys: ['Mod+D'],
      scope: 'canvas',
      isAvailable: () => canCopy(session),
      run: () => duplicateSelected(session, viewport),
    },
  ]
}
