import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { findBoundaryFaults } from '../check-boundaries.ts'
import { findCatalogNames } from '../check-catalog-names.ts'
import { findRuleFaults } from '../check-rules.ts'
import { findUncheckedFiles } from '../check-types-cover.ts'
import { findReferenceFault } from '../generate-reference.ts'
import { ROOT, run } from './process.ts'
import { check, type Step } from './steps.ts'

const PROJECTS = ['tsconfig.tests.json', '{packages,apps}/*/tsconfig*.json', '{e2e,benchmarks}/tsconfig.json']
const PRODUCT = '{packages,apps}/*/{src,test,vite}/**/*.{ts,tsx}'

/** The checks of the code as it stands: no test is run, nothing is built. */
export function codeChecks(): Step[] {
  const projects = globSync(PROJECTS, { cwd: ROOT }).sort()
  return [
    ...projects.map((project) => check(`types ${nameOf(project)}`, () => faultsOf('tsc', ['-p', project]))),
    check('lint and format', () =>
      faultsOf('biome', ['ci', '--reporter=concise', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off']),
    ),
    check('boundaries', () => findBoundaryFaults(globSync(PRODUCT, { cwd: ROOT }).sort())),
    check('dead code', () => faultsOf('knip', ['--no-progress'])),
    check('reference pages', async () => findReferenceFault()),
    check('names of the catalog', async () => findCatalogNames()),
    check('types cover every file', () => findUncheckedFiles(projects)),
    check('rules and their tests', async () => findRuleFaults()),
  ]
}

const nameOf = (project: string) => (dirname(project) === '.' ? project : project.replace('/tsconfig.json', ''))

async function faultsOf(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args)
  return code === 0 ? '' : output || `${program} ended with code ${code}.`
}
