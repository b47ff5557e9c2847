/** A design token of `tokens.css` by its name: `--surface`. */
export type Token = `--${string}`
