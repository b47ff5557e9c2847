/** A part of the product with a score of its own. */
export interface Area {
  name: string
  /** Globs of the files that are mutated, and of those among them that are not. */
  sources: readonly string[]
  except?: readonly string[]
  /** Globs of the test files that may kill its mutants. */
  tests: readonly string[]
  /** How many mutants the pinned sample holds. */
  sample: number
}

const WEB_TESTS = ['apps/web/test/**/*.test.ts']

/** What `npm run verify:mutants` mutates. Change the globs when files move; the sample follows the text of the lines, not the paths. */
export const AREAS: readonly Area[] = [
  {
    name: 'engine',
    sources: ['packages/event-engine/src/**/*.ts'],
    tests: ['packages/event-engine/test/**/*.test.ts'],
    sample: 200,
  },
  { name: 'stores', sources: ['apps/web/src/stores/**/*.ts'], tests: WEB_TESTS, sample: 50 },
  {
    name: 'canvas',
    sources: ['apps/web/src/features/editor/**/*.ts'],
    // What only a browser can run: hooks, commands that open dialogs, workers.
    except: ['**/use-*.ts', '**/*.worker.ts', '**/*.commands.ts'],
    tests: WEB_TESTS,
    sample: 50,
  },
]

/** Whoever changes it draws another sample, and must record a new score. */
export const SEED = 13
