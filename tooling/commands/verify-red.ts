import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOptions } from '../lib/command-options.ts'
import { ROOT, run, stopTogether } from '../lib/process.ts'

/** Where the tests of each project lie; `#` is put in the place of a name. */
const PLACES = {
  unit: 'tooling/test/#.test.ts',
  pure: 'packages/flow/test/#.test.ts',
  long: 'packages/flow/test/#.long.test.ts',
  server: 'apps/server/test/#.test.ts',
  browser: 'e2e/specs/#.spec.ts',
}
type Project = keyof typeof PLACES

const FAULTS = ['failing', 'rejecting', 'killed']
const NAME = 'planted-fault'

commandOptions({})
stopTogether()
process.on('exit', removeAll)

let wrong = 0
await build('no fault', null)
for (const fault of FAULTS) for (const project of Object.keys(PLACES) as Project[]) await build(fault, project)
console.log(`\n${1 + FAULTS.length * Object.keys(PLACES).length - wrong} as expected, ${wrong} not`)
process.exitCode = wrong > 0 ? 1 : 0

/** Runs what the build runs over one test in each project, a bad one in one of them: its step must fail then, and nothing else. */
async function build(fault: string, project: Project | null): Promise<void> {
  for (const place of Object.keys(PLACES) as Project[]) plant(place === project ? fault : 'passing', place)
  const { code, output } = await run(join(ROOT, '.ci', 'run'), [NAME])
  removeAll()
  const expected = project === null ? [] : [project === 'browser' ? 'browser tests' : 'unit and integration tests']
  const failed = [...output.matchAll(/^ {2}FAIL (.*?) {2,}/gm)].map(([, step]) => step)
  const isAsExpected = code === expected.length && failed.join() === expected.join()
  if (!isAsExpected) wrong++
  const counts = output.trimEnd().split('\n').at(-1)
  console.log(`${isAsExpected ? '  ok  ' : '  FAIL'} ${fault} in ${project ?? 'any project'}: code ${code}, ${counts}`)
  if (!isAsExpected) console.log(output.replace(/^/gm, '    '))
}

function plant(test: string, project: Project): void {
  const folder = project === 'browser' ? 'e2e/planted' : 'tooling/test/planted'
  copyFileSync(join(ROOT, folder, `${test}.ts`), pathIn(project))
}

function removeAll(): void {
  for (const project of Object.keys(PLACES) as Project[]) rmSync(pathIn(project), { force: true })
}

function pathIn(project: Project): string {
  return join(ROOT, PLACES[project].replace('#', NAME))
}
