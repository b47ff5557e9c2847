import { fileURLToPath } from 'node:url'

/** Makes Node cache compiled code across processes, which saves a quarter of the server's start time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url)),
}
