import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { outside, RULES, WORKSPACES } from './arrows.ts'
import { findFolderCycles } from './folder-cycles.ts'
import { ROOT } from './lib/process.ts'

const WEB = 'apps/web/src/'

/** Lists the imports that are not allowed, the folders of the web app that import each other, and every one of `sources` that the graph misses or that is in no known workspace; empty when all is well. */
export async function findBoundaryFaults(sources: readonly string[], root = ROOT): Promise<string> {
  if (sources.length === 0) return 'No source file was given.'
  const { output } = await cruise(
    [...sources],
    {
      baseDir: root,
      // The compiler has no API that the tool could read types with; without a parser it sees no module and finds no fault.
      parser: 'swc',
      ruleSet: { forbidden: RULES },
      validate: true,
      doNotFollow: { path: outside },
      exclude: { path: '/dist/' },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import'],
    },
  )
  const { modules, summary } = output as ICruiseResult
  const seen = new Set(modules.map((module) => module.source))
  const missed = sources.filter((path) => !seen.has(path)).map((path) => `${path}: not in the import graph`)
  const roomless = sources
    .filter((path) => !Object.keys(WORKSPACES).some((workspace) => path.startsWith(`${workspace}/`)))
    .map((path) => `${path}: no allowed imports are listed for its workspace`)
  const broken = summary.violations.map(
    ({ rule, from, to, cycle }) => `${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}: ${rule.name}`,
  )
  const web = modules
    .filter(({ source }) => source.startsWith(WEB))
    .map(({ source, dependencies }) => ({
      path: source,
      imports: dependencies.map(({ resolved }) => resolved).filter((path) => path.startsWith(WEB)),
    }))
  const circles = findFolderCycles(web).map(
    (cycle) => `${cycle}: no cycle of folders, of ${web.length} modules in ${WEB}`,
  )
  return [...missed, ...roomless, ...broken, ...circles].join('\n')
}
