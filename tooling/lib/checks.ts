import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { findUnawaited } from '../check-awaited.ts'
import { findBoundaryFaults } from '../check-boundaries.ts'
import { findCatalogNames } from '../check-catalog-names.ts'
import { findDecisionFaults } from '../check-decisions.ts'
import { findModuleState } from '../check-module-state.ts'
import { findRuleFaults } from '../check-rules.ts'
import { findUncheckedFiles } from '../check-types-cover.ts'
import { findReferenceFault } from '../generate-reference.ts'
import { compile } from './compile.ts'
import { ROOT, run } from './process.ts'
import { check, type Step } from './steps.ts'

/** That of the root holds all that runs on Node: in projects of their own, each would look at the server's types anew. */
const PROJECTS = ['tsconfig.json', '{packages,apps}/*/tsconfig*.json', '{e2e,benchmarks}/tsconfig.json']
const PRODUCT = '{packages,apps}/*/{src,test,vite}/**/*.{ts,tsx}'

/** The checks of the code as it stands: no test is run, nothing is built. */
export function codeChecks(): Step[] {
  const compilations = globSync(PROJECTS, { cwd: ROOT })
    .sort()
    .map((project) => ({ project, compiled: once(() => compile(project)) }))
  return [
    // First what takes longest, so that none of it is left when all else is done.
    check('dead code', () => faultsOf('knip', ['--no-progress'])),
    check('lint and format', () =>
      faultsOf('biome', ['ci', '--reporter=concise', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off']),
    ),
    ...compilations.map(({ project, compiled }) =>
      check(`types ${nameOf(project)}`, async () => (await compiled()).faults),
    ),
    check('boundaries', () => findBoundaryFaults(globSync(PRODUCT, { cwd: ROOT }).sort())),
    check('reference pages', async () => findReferenceFault()),
    check('names of the catalog', async () => findCatalogNames()),
    check('state of modules', async () => findModuleState()),
    check('awaited expectations', async () => findUnawaited()),
    check('decisions and their links', async () => findDecisionFaults()),
    check('rules and their tests', async () => findRuleFaults()),
    check('types cover every file', async () => {
      const all = await Promise.all(compilations.map(({ compiled }) => compiled()))
      return findUncheckedFiles(all.flatMap(({ files }) => files))
    }),
  ]
}

/** Does it when it is first asked for, and then gives back the same. */
function once<Result>(act: () => Result): () => Result {
  let kept: { result: Result } | undefined
  return () => {
    kept ??= { result: act() }
    return kept.result
  }
}

const nameOf = (project: string) =>
  dirname(project) === '.' ? 'of what runs on Node' : project.replace('/tsconfig.json', '')

async function faultsOf(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args)
  return code === 0 ? '' : output || `${program} ended with code ${code}.`
}
