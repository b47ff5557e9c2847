import { existsSync } from 'node:fs'
import { open, unlink, writeFile } from 'node:fs/promises'
import { UsageError } from '../command.ts'

/** Throws a UsageError where the file could not be written. Leaves nothing behind and changes no file. */
export async function checkWritable(file: string): Promise<void> {
  try {
    const isNew = !existsSync(file)
    await (await open(file, isNew ? 'wx' : 'r+')).close()
    if (isNew) await unlink(file)
  } catch (error) {
    throw cannotWrite(file, error)
  }
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
