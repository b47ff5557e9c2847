/** A part of the product with a score of its own. */
export interface Area {
  name: string
  /** Globs of the files that are mutated, and of those among them that are not. */
  sources: readonly string[]
  except?: readonly string[]
  /** Globs of the test files that may kill its mutants. */
  tests: readonly string[]
  /** Globs of what the tests read, themselves apart: where it changes, the area's mutants are tried anew. */
  inputs: readonly string[]
  /** How many mutants the pinned sample holds. */
  sample: number
}

/** Components, hooks, and what measures or reads styles. */
const NEEDS_BROWSER = [
  '{culling,grid,groups,guides,nodes}/*',
  'token-colours.ts',
  '**/use-*.ts',
  'edges/*.tsx',
  'dots/{dots-layer.tsx,dots-renderer.ts,dot-styles.ts,sprites.ts}',
  'bitmap/{dragged-edges.tsx,show-bitmap.ts,shift-directly.ts,sketch.ts}',
  'picture/{draw-picture.tsx,embedded-fonts.ts,export-picture.ts,fit-texts.ts,pause.ts,to-png.ts}',
]

const WEB_TESTS = ['apps/web/test/**/*.test.ts']
const PACKAGES = ['packages/*/{src,test}/**/*.{ts,json}', 'package-lock.json']
const WEB = [...PACKAGES, 'apps/web/{src,test}/**/*.{ts,tsx,css,json}']

/** What `npm run verify:mutants` mutates. Change the globs when files move; the sample follows the text of the lines, not the paths. */
export const AREAS: readonly Area[] = [
  {
    name: 'engine',
    sources: ['packages/event-engine/src/**/*.ts'],
    tests: ['packages/event-engine/test/**/*.test.ts'],
    inputs: PACKAGES,
    sample: 200,
  },
  {
    name: 'stores',
    sources: ['apps/web/src/stores/**/*.ts', 'apps/web/src/features/editor/{run,state}/**/*.ts'],
    // The second holds what is stored in IndexedDB, the third joins autosave to the browser: its own tests run there.
    except: ['**/*.worker.ts', '**/autosave/draft-database.ts', '**/autosave/autosave.ts'],
    tests: WEB_TESTS,
    inputs: WEB,
    sample: 50,
  },
  {
    name: 'canvas',
    sources: ['core', 'scene', 'painters'].map((layer) => `apps/web/src/features/editor/${layer}/**/*.{ts,tsx}`),
    // They only work in a browser, whose tests take too long to be run for each mutant.
    except: NEEDS_BROWSER.map((name) => `apps/web/src/features/editor/painters/${name}`),
    tests: WEB_TESTS,
    inputs: WEB,
    sample: 50,
  },
]

/** Whoever changes it draws another sample, and must record a new score. */
export const SEED = 13
