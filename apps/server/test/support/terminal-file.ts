import { fileURLToPath } from 'node:url'

/** The program of the terminal's command. */
export const TERMINAL = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
