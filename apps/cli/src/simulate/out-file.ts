import { existsSync } from 'node:fs'
import { open, realpath, stat, unlink, writeFile } from 'node:fs/promises'
import { type Call, UsageError } from '../command.ts'
import type { SimulateOptions } from './options.ts'

/**
 * Throws a UsageError where the file of --out is one that is read, or could not be written. Leaves nothing behind and changes no file.
 */
export async function checkWritable(
  { file, otherFile }: Pick<Call, 'file' | 'otherFile'>,
  { out, replay, recordedIn }: Pick<SimulateOptions, 'out' | 'replay' | 'recordedIn'>,
): Promise<void> {
  if (out === null) return
  try {
    const isNew = !existsSync(out)
    const stats = isNew ? null : await stat(out)
    // Whoever reads a pipe would take the closing for the end.
    if (stats && !stats.isFile() && !stats.isDirectory()) return
    await (await open(out, isNew ? 'wx' : 'r+')).close()
    if (isNew) return await unlink(out)
  } catch (error) {
    throw cannotWrite(out, error)
  }
  const place = await realpath(out)
  for (const input of [file, otherFile, replay, recordedIn])
    if (input && (await realpath(input).catch(() => null)) === place)
      throw new UsageError(`--out ${out} is a file that is read: it would be overwritten.`)
}

export async function writeOut(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, `${text}\n`)
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

const cannotWrite = (file: string, error: unknown) =>
  new UsageError(`--out ${file} cannot be written: ${(error as Error).message}`)
