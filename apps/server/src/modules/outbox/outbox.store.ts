import { randomUUIDv7 } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { OutboxMail } from '@plimsoll/contract'
import { isId } from '../../database/ids.ts'
import type { Mail } from '../../mail/carrier.ts'

const MOST_KEPT = 200

export interface OutboxStore {
  /** Keeps a mail with its raw text; the oldest beyond 200 go. */
  keep(mail: Mail, raw: Uint8Array | Readable): Promise<void>
  /** The mails that are kept, newest first. */
  list(): Promise<OutboxMail[]>
  findHtml(id: string): Promise<string | undefined>
}

interface OutboxOptions {
  folder: string
  now: () => number
}

/**
 * A folder of mails that are kept instead of sent. Each is an `.eml` file, for mail programs, and a `.json` file beside it
 * with its parts. They hold links that open accounts: only the user of the server may read them.
 */
export function createOutboxStore({ folder, now }: OutboxOptions): OutboxStore {
  const pathOf = (id: string, ending: 'json' | 'eml') => join(folder, `${id}.${ending}`)

  async function read(id: string): Promise<OutboxMail & Mail> {
    return JSON.parse(await readFile(pathOf(id, 'json'), 'utf8'))
  }

  /** The ids of the mails, which are in the order of their time, newest first. */
  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(nothing)
    const kept = names?.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [])) ?? []
    return kept.filter(isId).sort().reverse()
  }

  async function write(path: string, content: string | Uint8Array | Readable) {
    await writeFile(`${path}.tmp`, content, { mode: 0o600 })
    await rename(`${path}.tmp`, path)
  }

  return {
    async keep(mail, raw) {
      const id = randomUUIDv7()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write(pathOf(id, 'eml'), raw)
      // The mail is kept from here on.
      await write(pathOf(id, 'json'), JSON.stringify({ id, sentAt: new Date(now()).toISOString(), ...mail }))
      for (const old of (await ids()).slice(MOST_KEPT)) {
        await rm(pathOf(old, 'json'), { force: true })
        await rm(pathOf(old, 'eml'), { force: true })
      }
    },

    async list() {
      const mails = await Promise.all((await ids()).map((id) => read(id).catch(nothing)))
      return mails.flatMap((mail) => {
        if (!mail) return []
        const { id, to, subject, text, sentAt } = mail
        return [{ id, to, subject, text, sentAt }]
      })
    },

    async findHtml(id) {
      return isId(id) ? (await read(id).catch(nothing))?.html : undefined
    },
  }
}

/** For a file that is not there; it may have gone since its name was read. */
function nothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
