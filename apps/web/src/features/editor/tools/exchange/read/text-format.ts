/** What a text is, by its first words. */
export type TextFormat = 'json' | 'mermaid' | 'web page' | 'unknown'

/** Front matter, directives and comments that may come before the words that say what a Mermaid diagram is. */
const PREAMBLE = /^(?:\s+|---[^\S\n]*\n(?:(?!---)[^\n]*\n)*---[^\S\n]*(?:\n|$)|%%\{[\s\S]*?\}%%|%%[^\n]*)*/
const FENCE = /^[ \t]*(```|~~~)[ \t]*mermaid\b[^\n]*\n/m
const MERMAID =
  /^(?:graph|flowchart|flowchart-elk|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|journey|mindmap|gitGraph|C4\w+|architecture|block|timeline|quadrantChart|requirementDiagram|sankey|xychart|kanban|packet)(?:-\w+)*(?=[\s;:]|$)/

export function sortOfText(text: string): TextFormat {
  const start = text.slice(0, 100_000).replace(/^\uFEFF/, '')
  if (/^\s*[{[]/.test(start)) return 'json'
  if (/^\s*<(?:!doctype\b|html\b|\?xml\b|svg\b|head\b|body\b)/i.test(start)) return 'web page'
  if (MERMAID.test(start.replace(PREAMBLE, '')) || FENCE.test(start)) return 'mermaid'
  return 'unknown'
}

/** Whether a pasted text is meant for the document: a flow document or a Mermaid diagram, not any JSON and not any words. */
export function isFlowText(text: string): boolean {
  const sort = sortOfText(text)
  return sort === 'mermaid' || (sort === 'json' && /"nodes"\s*:/.test(text))
}

/** The first diagram in a page of Markdown, on the lines where it stands there; the text itself where it has no fence. */
export function fencedMermaid(text: string): string {
  const fence = FENCE.exec(text)
  if (!fence) return text
  const start = fence.index + fence[0].length
  const end = text.indexOf(fence[1] ?? '', start)
  return text.slice(0, start).replace(/[^\n]/g, '') + text.slice(start, end < 0 ? undefined : end)
}
