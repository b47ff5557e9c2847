import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionOf, withSection } from './page-section.ts'
import { ROOT } from './process.ts'

/** Sections of the page that commands write whose runs take long, with what they write of the last one. */
const KEPT = { mutants: '## Mutants', 'proofs in full': '## Proofs in full', load: '## Load' } as const
const PAGE = join(ROOT, 'docs', 'validation.md')

/** A page with what this one's places said of the last long runs. */
export const withKeptSections = (page: string, before = readFileSync(PAGE, 'utf8')): string =>
  Object.keys(KEPT).reduce((kept, name) => {
    const section = sectionOf(before, name)
    return section === undefined ? kept : withSection(kept, name, section)
  }, page)

/** Which code a run has tried, and when. */
export interface Written {
  commit: string
  date: string
}

/** Writes to the page what a long run found, with the commit and the date. */
export const writeSection = (name: keyof typeof KEPT, paragraphs: readonly string[]): void =>
  writeSectionAs(name, ({ commit, date }) => [...paragraphs, `At commit ${commit}, ${date}.`])

/** The same, with commit and date wherever they belong. */
export function writeSectionAs(name: keyof typeof KEPT, paragraphs: (at: Written) => readonly string[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const date = new Date().toISOString().slice(0, 10)
  const text = [KEPT[name], ...paragraphs({ commit, date })].map((one) => `${one}\n`).join('\n')
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), name, text))
}

export const readSection = (name: keyof typeof KEPT): string | undefined => sectionOf(readFileSync(PAGE, 'utf8'), name)
