/** As long as names may be everywhere, with room for a number that the browser adds. In characters. */
const LONGEST = 80

/** Names of devices, which Windows opens instead of a file. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file's name made from any text: without what separates folders, what systems forbid or shells understand, and without characters that
 * are not seen or turn the direction of writing. Letters of every script stay.
 */
export function fileName(text: string, ending: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.')
  const stem = trimmed([...trimmed(plain)].slice(0, LONGEST).join(''))
  const name = stem === '' ? 'flow' : DEVICE.test(stem.split('.')[0] ?? '') ? `flow ${stem}` : stem
  return `${name}.${ending}`
}

const trimmed = (text: string) => text.replace(/^[\s.-]+|[\s.-]+$/g, '')
