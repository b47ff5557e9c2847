/** Longer texts are cut before they are measured: no node is that wide. In characters. */
const LONGEST = 400

/** What no document of XML may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: just these are meant.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu

/** A text as it can stand in a picture. */
export const written = (text: string): string => text.slice(0, LONGEST).replace(FORBIDDEN, '\ufffd')
