import { fileURLToPath } from 'node:url'

/** Lets a Node process keep what it compiled for the next one: a quarter of the time that a server takes to start. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url)),
}
