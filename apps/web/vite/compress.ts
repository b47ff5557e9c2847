import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|webmanifest)$/

/** The distances and the blocks are what our scripts come out smallest with. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_NPOSTFIX]: 1,
  [constants.BROTLI_PARAM_NDIRECT]: 4,
  [constants.BROTLI_PARAM_LGBLOCK]: 19,
}

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server only has to send bytes. */
export function compress(): Plugin {
  let outDir = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir)
    },
    writeBundle: async () => {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path)
  const br = await promisify(brotliCompress)(text, { params: BROTLI })
  const gz = await promisify(gzip)(text, { level: 9 })
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
