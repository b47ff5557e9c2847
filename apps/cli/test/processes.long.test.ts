import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('[API-80] runs on the pinned Node from any folder, which its files are named from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cli-'))
  const bin = join(import.meta.dirname, '..', 'bin', 'plimsoll.mjs')
  const plimsoll = (...words: string[]) =>
    spawnSync(process.execPath, [bin, 'admin', ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
    })
  const names = ['--first-name', 'Ada', '--last-name', 'Lovelace']
  expect(plimsoll('user', 'create', '--email', 'ada@example.com', ...names)).toMatchObject({ status: 0, stderr: '' })
  expect(plimsoll('backup', 'copy.db')).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'data'])
  expect(plimsoll('backup', 'copy.db').status).toBe(1)
  expect(plimsoll('frob').status).toBe(2)
  rmSync(folder, { recursive: true })
})
