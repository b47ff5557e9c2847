import { writeClipboardText } from '../../core/clipboard/clipboard-text.ts'
import { afterCopy, canCopy, duplicateSelected, pasteText, selectedPart } from '../clipboard/clipboard.ts'
import { readClipboard, writeClipboard } from '../clipboard/system-clipboard.ts'
import type { Command, CommandContext } from './command.ts'

/** Part of the commands of editing. */
export function clipboardCommands({ viewport, region }: CommandContext): Command[] {
  const shared = { section: 'Edit', scope: 'canvas', hasNativeKeys: true } as const
  const copy = async ({ removes }: { removes: boolean }) => {
    const part = selectedPart()
    if (part === null) return
    await writeClipboard(writeClipboardText(part))
    afterCopy(part, { removes })
    if (removes) region.current?.focus({ preventScroll: true })
  }
  return [
    {
      ...shared,
      id: 'cut',
      title: 'Cut',
      isDestructive: true,
      keys: ['Mod+X'],
      isAvailable: canCopy,
      run: () => void copy({ removes: true }),
    },
    {
      ...shared,
      id: 'copy',
      title: 'Copy',
      synonyms: ['clipboard'],
      keys: ['Mod+C'],
      isAvailable: canCopy,
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
      run: (at) => void readClipboard().then((text) => text !== null && pasteText(text, { viewport, at })),
    },
    {
      id: 'duplicate',
      title: 'Duplicate',
      synonyms: ['clone', 'copy in place', 'repeat'],
      section: 'Edit',
      keys: ['Mod+D'],
      scope: 'canvas',
      isAvailable: canCopy,
      run: () => duplicateSelected(viewport),
    },
  ]
}
