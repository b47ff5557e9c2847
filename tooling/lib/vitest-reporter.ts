import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import type { Failure } from './steps.ts'
import { type TestOutcome, textOf, writeTestRun } from './test-run.ts'

const UNFINISHED = 'It did not come to its end.'

/** Writes what became of every test, and every error outside of a test. */
export default class VitestReporter implements Reporter {
  #specifications: readonly TestSpecification[] = []

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specifications = specifications
  }

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled, reason) => {
    const reported = new Set(modules.map(({ project, moduleId }) => `${project.name} ${moduleId}`))
    const missing = this.#specifications
      .filter(({ project, moduleId }) => !reported.has(`${project.name} ${moduleId}`))
      .map(({ project, moduleId }) => ({ name: nameOf(project, moduleId), message: UNFINISHED }))
    writeTestRun({
      tests: modules.flatMap((module) => [...module.children.allTests()].map(outcomeOf)),
      errors: [
        ...modules.flatMap(errorsOf),
        ...missing,
        ...unhandled.map((error) => ({
          name: `vitest › ${error.type ?? 'unhandled error'}`,
          message: textOf([error]),
        })),
        ...(reason === 'interrupted' ? [{ name: 'vitest', message: 'The run was interrupted.' }] : []),
      ],
    })
  }
}

function outcomeOf(test: TestCase): TestOutcome {
  const result = test.result()
  const status = result.state === 'pending' ? 'failed' : test.options.fails ? 'skipped' : result.state
  return {
    project: test.project.name,
    file: fileOf(test.module.moduleId),
    titles: titlesOf(test),
    // What is expected to fail and does not has failed.
    status: result.state === 'failed' ? 'failed' : status,
    message: result.state === 'pending' ? UNFINISHED : result.state === 'failed' ? textOf(result.errors) : '',
    reason: result.state === 'skipped' ? result.note : undefined,
    measured: test.meta().measured,
    ms: test.diagnostic()?.duration ?? 0,
  }
}

function titlesOf({ name, parent }: { name: string; parent: TestCase['parent'] }): string[] {
  return parent.type === 'module' ? [name] : [...titlesOf(parent), name]
}

/** A file that cannot be loaded or did not finish, and hooks that fail. */
function errorsOf(module: TestModule): Failure[] {
  const name = nameOf(module.project, module.moduleId)
  const isUnfinished = module.state() === 'queued' || module.state() === 'pending'
  const entities = [module, ...module.children.allSuites()]
  return [
    ...(isUnfinished ? [{ name, message: UNFINISHED }] : []),
    ...entities.flatMap((entity) => (entity.errors().length > 0 ? [{ name, message: textOf(entity.errors()) }] : [])),
  ]
}

const fileOf = (moduleId: string) => relative(process.cwd(), moduleId)
const nameOf = (project: { name: string }, moduleId: string) => `[${project.name}] › ${fileOf(moduleId)}`
