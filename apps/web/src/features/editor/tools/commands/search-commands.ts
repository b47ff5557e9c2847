import type { Command } from './command.ts'

type Searched = Pick<Command, 'title' | 'synonyms' | 'section' | 'isDestructive'>

/** How a command fits what was typed, the best first. */
const FITS = ['name', 'words of the name', 'synonym', 'words of all names', 'words of the section', 'letters'] as const

/**
 * The commands that fit what was typed, the best first: the name begins with it or it is a whole synonym, each word begins a word
 * of the name, the same with synonyms, then words of the section, and last letters in their order (`lb` in Load Balancer).
 * Equals keep their order, but destructive ones come last.
 */
export function searchCommands<T extends Searched>(commands: readonly T[], typed: string): readonly T[] {
  const wanted = typed.trim().toLowerCase()
  return commands
    .flatMap((command) => {
      const fit = fitOf(command, wanted)
      return fit === null ? [] : [{ command, order: 2 * FITS.indexOf(fit) + Number(command.isDestructive ?? false) }]
    })
    .sort((a, b) => a.order - b.order)
    .map(({ command }) => command)
}

function fitOf(
  { title, synonyms = [], section, isDestructive }: Searched,
  typed: string,
): (typeof FITS)[number] | null {
  const name = title.toLowerCase()
  const names = [name, ...synonyms].join(' ')
  if (name.startsWith(typed) || synonyms.includes(typed)) return 'name'
  const isSynonym = synonyms.some((synonym) => synonym.startsWith(typed))
  // Enter takes the first hit: what takes something away must have been named, by the word that says so.
  if (isDestructive) return isSynonym ? 'synonym' : null
  if (beginsWords(name, typed)) return 'words of the name'
  if (isSynonym) return 'synonym'
  if (beginsWords(names, typed)) return 'words of all names'
  if (beginsWords(`${names} ${section.toLowerCase()}`, typed)) return 'words of the section'
  return typed.split(/\s+/).every((word) => holdsLetters(name, word)) ? 'letters' : null
}

/** Whether each word that was typed begins a word of the text. */
const beginsWords = (text: string, typed: string): boolean =>
  typed.split(/\s+/).every((word) => text.startsWith(word) || text.includes(` ${word}`))

function holdsLetters(text: string, word: string): boolean {
  let at = -1
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return true
}
