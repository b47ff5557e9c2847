import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with these files (path → text), gone after the test; `links` are path → what it points to, within the folder. */
export function folderWith(files: Record<string, string>, links: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'tooling-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const place = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    return join(root, path)
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(place(path), text)
  for (const [path, target] of Object.entries(links)) symlinkSync(join(root, target), place(path))
  return root
}
