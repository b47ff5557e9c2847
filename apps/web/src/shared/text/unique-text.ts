const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random text of small letters and digits; 8 of them are enough for ids within a flow. */
export function uniqueText(length = 8): string {
  const numbers = crypto.getRandomValues(new Uint32Array(length))
  return Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
}
