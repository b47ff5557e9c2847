import { posix } from 'node:path'

/** A file and the files that it imports, by their paths. */
export interface ImportingFile {
  readonly path: string
  readonly imports: readonly string[]
}

/** A folder and those that its own files import, each with a file that does. A subfolder is a folder of its own. */
type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Lists the cycles of folders, with an import for each step; empty when there are none. */
export function findFolderCycles(files: readonly ImportingFile[]): string[] {
  const graph = folderGraph(files)
  const cycles: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  function visit(folder: string): void {
    const start = path.indexOf(folder)
    if (start >= 0) cycles.push(describe([...path.slice(start), folder], graph))
    if (start >= 0 || done.has(folder)) return
    path.push(folder)
    for (const next of graph.get(folder)?.keys() ?? []) visit(next)
    path.pop()
    done.add(folder)
  }
  for (const folder of graph.keys()) visit(folder)
  return cycles
}

function folderGraph(files: readonly ImportingFile[]): FolderGraph {
  const graph = new Map<string, Map<string, string>>()
  for (const { path, imports } of files) {
    const folder = posix.dirname(path)
    const imported = graph.get(folder) ?? new Map<string, string>()
    graph.set(folder, imported)
    for (const target of imports) {
      const other = posix.dirname(target)
      if (other !== folder && !imported.has(other)) imported.set(other, path)
    }
  }
  return graph
}

const describe = (cycle: readonly string[], graph: FolderGraph): string =>
  cycle
    .slice(1)
    .map((folder, index) => `${graph.get(cycle[index] ?? '')?.get(folder)} → ${folder}`)
    .join(', ')
