import { randomUUIDv7 } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { OutboxMail } from '@plimsoll/contract'
import { isId } from '../../database/ids.ts'
import type { Mail } from '../../mail/mail-transport.ts'

const MAX_MAILS = 200

export interface OutboxStore {
  /** Stores a mail with its raw text, and removes the oldest beyond 200. */
  add(mail: Mail, raw: Uint8Array | Readable): Promise<void>
  /** The stored mails, newest first. */
  list(): Promise<Omit<OutboxMail, 'page'>[]>
  findHtml(id: string): Promise<string | undefined>
}

interface OutboxOptions {
  folder: string
  now: () => number
}

/**
 * A folder of mails that are stored instead of sent: an `.eml` file for mail programs and a `.json` file with the parts. The
 * files contain links that open accounts, so only the server's user may read them. See docs/decisions/0066.
 */
export function createOutboxStore({ folder, now }: OutboxOptions): OutboxStore {
  const pathOf = (id: string, ending: 'json' | 'eml') => join(folder, `${id}.${ending}`)

  async function read(id: string): Promise<Omit<OutboxMail, 'page'> & Mail> {
    return JSON.parse(await readFile(pathOf(id, 'json'), 'utf8'))
  }

  /** The ids of the mails, newest first: their ids are in order of time. */
  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(ignoreMissing)
    const all = names?.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [])) ?? []
    return all.filter(isId).sort().reverse()
  }

  async function write(path: string, content: string | Uint8Array | Readable) {
    await writeFile(`${path}.tmp`, content, { mode: 0o600 })
    await rename(`${path}.tmp`, path)
  }

  return {
    async add(mail, raw) {
      const id = randomUUIDv7()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write(pathOf(id, 'eml'), raw)
      // The mail is listed from here on.
      await write(pathOf(id, 'json'), JSON.stringify({ id, sentAt: new Date(now()).toISOString(), ...mail }))
      for (const old of (await ids()).slice(MAX_MAILS)) {
        await rm(pathOf(old, 'json'), { force: true })
        await rm(pathOf(old, 'eml'), { force: true })
      }
    },

    async list() {
      const mails = await Promise.all((await ids()).map((id) => read(id).catch(ignoreMissing)))
      return mails.flatMap((mail) => {
        if (!mail) return []
        const { id, to, subject, text, sentAt } = mail
        return [{ id, to, subject, text, sentAt }]
      })
    },

    async findHtml(id) {
      return isId(id) ? (await read(id).catch(ignoreMissing))?.html : undefined
    },
  }
}

/** Ignores a missing file, which may have been removed since its name was read. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
