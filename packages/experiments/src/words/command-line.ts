/** A line for the terminal: a word, its files, and options that may come several times. */
export function commandLine(
  word: string,
  files: readonly string[],
  options: Readonly<Record<string, readonly string[]>> = {},
): string {
  const given = Object.entries(options).flatMap(([name, values]) =>
    values.map((value) => `--${name} ${isPlain(value) ? value : quoted(value)}`),
  )
  return ['npx plimsoll', word, ...files.map(quoted), ...given].join(' ')
}

const isPlain = (text: string): boolean => /^[\w.,=+:/%-]+$/.test(text)
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
