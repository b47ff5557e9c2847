import type { Scanner } from './scanner.ts'

const FRONT_MATTER = /\s*---[^\S\n]*\n([\s\S]*?\n)?[^\S\n]*---[^\S\n]*(?=\n|$)/y
const TITLE = /\ntitle:[ \t]*([^\n]*)/
const DIRECTIVE = /%%\{[\s\S]*?\}%%/y
const COMMENTS = /(?:%%(?!\{)[^\n]*\s*){1,1000}/y
const SPACE = /\s*/y
const HEADER = /(?:flowchart-elk|flowchart|graph)(?=[\s;]|$)/y
const DIRECTION = /[ \t]+(?:TB|TD|BT|RL|LR|[<>^v])(?=[\s;]|$)/y
const REST_OF_LINE = /[ \t]*(?=[\n;]|%%|$)/y
const OTHER_DIAGRAM = /[A-Za-z][\w-]*/y

/** Consumes all before the first statement: front matter with the title, directives, comments, `flowchart LR`. */
export function takePreamble(scanner: Scanner): { title: string | null } {
  const frontMatter = scanner.take(FRONT_MATTER)
  while (scanner.take(SPACE) !== '' || scanner.take(DIRECTIVE) !== null || scanner.take(COMMENTS) !== null);
  if (scanner.take(HEADER) === null) {
    const start = scanner.at
    const diagram = scanner.take(OTHER_DIAGRAM)
    scanner.at = start
    scanner.fail(`“flowchart” or “graph” is expected${diagram === null ? '' : `; a ${diagram} cannot be drawn here`}`)
  }
  scanner.take(DIRECTION)
  if (scanner.take(REST_OF_LINE) === null) scanner.expected('a direction such as LR, or the end of the line,')
  return { title: frontMatter === null ? null : titleIn(frontMatter) }
}

function titleIn(frontMatter: string): string | null {
  const raw = TITLE.exec(frontMatter)?.[1]?.trim()
  if (raw === undefined || raw === '') return null
  if (/^'.*'$/s.test(raw)) return raw.slice(1, -1).replaceAll("''", "'")
  if (!raw.startsWith('"')) return raw
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw.replace(/^"|"$/g, '')
  }
}
