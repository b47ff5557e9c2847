import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { ROOT } from './lib/process.ts'

const FOLDER = 'docs/decisions'
const INDEX = `${FOLDER}/README.md`
const LINKING_FILES = [
  '*.md',
  'docs/**/*.md',
  '{packages,apps}/*/{src,test,vite}/**/*.{ts,tsx,css}',
  '{e2e,benchmarks,tooling}/**/*.ts',
]

const TITLE = /^# (.+)$/m
const STATUS = /^Status: ((?:accepted|superseded by \[\d{4}\]\(\d{4}-[\w-]+\.md\))(?:$|[,;:].*$))/m
/** `docs/decisions/0012`, alone or with the rest of the file's name. */
const CITATION = /docs\/decisions\/(\d{4})(-[\w-]+\.md)?/g
const MARKDOWN_LINK = /\]\(([^)\s#:]+\.md)(?:#[^)]*)?\)/g

/** Lists decisions without a status, a row in the index or a number of their own, and links that lead to no page; empty when there are none. */
export function findDecisionFaults(root = ROOT): string {
  const pages = globSync(`${FOLDER}/[0-9]*.md`, { cwd: root }).sort()
  if (pages.length === 0) return `No decision was found in ${FOLDER}.`
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const index = globSync(INDEX, { cwd: root }).map(read).join()
  return [
    ...pages.flatMap((path) => pageFaults(path, read(path), index)),
    ...repeatedNumbers(pages),
    ...globSync(LINKING_FILES, { cwd: root, exclude: (path) => path.includes('node_modules') })
      .sort()
      .flatMap((path) => linkFaults(path, read(path), root)),
  ].join('\n')
}

function pageFaults(path: string, text: string, index: string): string[] {
  const [title, status] = [TITLE.exec(text)?.[1], STATUS.exec(text)?.[1]]
  if (status === undefined) return [`${path}: has no line such as "Status: accepted"`]
  const row = `| ${numberOf(path)} | [${title}](${basename(path)}) | ${status} |`
  return index.includes(row) ? [] : [`${path}: ${INDEX} lacks "${row}"`]
}

const numberOf = (path: string): string => basename(path).slice(0, 4)

function repeatedNumbers(pages: readonly string[]): string[] {
  return pages
    .filter((path, index) => pages.slice(0, index).some((earlier) => numberOf(earlier) === numberOf(path)))
    .map((path) => `${path}: another decision has this number`)
}

function linkFaults(path: string, text: string, root: string): string[] {
  const cited = [...text.matchAll(CITATION)].map(([link, number, rest]) => ({
    link,
    pattern: `${FOLDER}/${number}${rest ?? '-*.md'}`,
  }))
  const linked = [...text.matchAll(path.startsWith('docs/') && path.endsWith('.md') ? MARKDOWN_LINK : /$^/g)].map(
    ([, link = '']) => ({
      link,
      pattern: normalize(join(dirname(path), link)),
    }),
  )
  return [...cited, ...linked]
    .filter(({ pattern }) => globSync(pattern, { cwd: root }).length === 0)
    .map(({ link }) => `${path}: ${link} leads to no page`)
}
