import type { IForbiddenRuleType } from 'dependency-cruiser'

interface Workspace {
  /** Workspaces whose entry it may import. */
  workspaces: readonly string[]
  /** Files of other workspaces that are entries made for it. */
  entries?: readonly string[]
  /** Packages from the registry it may import, and nothing of Node; absent: what its package.json names, and Node. */
  packages?: readonly string[]
  /** Packages that it never imports, wherever they are installed for others. */
  never?: readonly string[]
  /** Workspaces of which it may import types only, with the file that holds them. */
  types?: readonly string[]
}

const SIMULATION = ['packages/simulation', 'packages/live-engine', 'packages/event-engine']
/** The engines share the simulation package and know nothing of each other. */
const ENGINE_MAY_IMPORT = ['packages/catalog', 'packages/flow', 'packages/simulation']

/** What each workspace may import, and nothing else. */
export const WORKSPACES: Readonly<Record<string, Workspace>> = {
  'packages/catalog': { workspaces: [], packages: [] },
  'packages/flow': { workspaces: ['packages/catalog'], packages: [] },
  'packages/simulation': { workspaces: ['packages/catalog', 'packages/flow'], packages: [] },
  'packages/live-engine': { workspaces: ENGINE_MAY_IMPORT, packages: [] },
  'packages/event-engine': { workspaces: ENGINE_MAY_IMPORT, packages: [] },
  'packages/experiments': {
    workspaces: ['packages/catalog', 'packages/flow', ...SIMULATION],
    packages: ['d3-scale', 'd3-shape', '@types/d3-scale', '@types/d3-shape'],
  },
  'packages/collaboration': { workspaces: ['packages/catalog', 'packages/flow'], packages: ['yjs'] },
  'packages/contract': { workspaces: ['packages/catalog', 'packages/flow'], packages: ['zod'] },
  'apps/server': {
    workspaces: ['packages/catalog', 'packages/flow', 'packages/collaboration', 'packages/contract'],
    never: ['react', 'react-dom', '@mantine', '@xyflow'],
  },
  'apps/cli': {
    workspaces: ['packages/catalog', 'packages/flow', ...SIMULATION, 'packages/experiments'],
    entries: ['apps/server/src/admin.ts'],
    never: ['react', 'react-dom', '@mantine', '@xyflow'],
  },
  'apps/web': {
    workspaces: [
      'packages/catalog',
      'packages/flow',
      'packages/collaboration',
      'packages/contract',
      ...SIMULATION,
      'packages/experiments',
    ],
    types: ['apps/server/src/api.ts'],
    never: ['@hono/node-server', 'better-sqlite3', 'kysely', 'pg'],
  },
}

const ANY_ROOM = '^(packages|apps)/[^/]+/'
const entryOf = (workspace: string) => `^${workspace}/src/index\\.ts$`
const inWorkspace = (workspace: string) => `^${workspace}/`
/** Where the packages of the registry lie. */
export const outside = '(^|/)node_modules/'

function outsideRules(workspace: string, packages: readonly string[]): IForbiddenRuleType[] {
  const from = { path: `^${workspace}/src/` }
  const allowed = packages.map((name) => `${outside}${name}/`)
  return [
    {
      name: `${workspace} imports no package but ${packages.join(', ') || 'none'}`,
      severity: 'error',
      from,
      to: { path: outside, pathNot: allowed },
    },
    { name: `${workspace} imports nothing of Node`, severity: 'error', from, to: { dependencyTypes: ['core'] } },
  ]
}

const neverRule = (workspace: string, packages: readonly string[]): IForbiddenRuleType => ({
  name: `${workspace} never imports ${packages.join(', ')}`,
  severity: 'error',
  from: { path: inWorkspace(workspace) },
  to: { path: packages.map((name) => `${outside}${name}/`) },
})

const workspaceRules = Object.entries(WORKSPACES).flatMap(
  ([workspace, { workspaces, entries = [], packages, types = [], never }]): IForbiddenRuleType[] => [
    {
      name: `${workspace} imports only what is allowed, by the entry`,
      severity: 'error',
      from: { path: `^${workspace}/(src|vite)/` },
      to: {
        path: ANY_ROOM,
        pathNot: [
          inWorkspace(workspace),
          ...workspaces.map(entryOf),
          ...[...entries, ...types].map((file) => `^${file}$`),
        ],
      },
    },
    ...types.map(
      (file): IForbiddenRuleType => ({
        name: `${workspace} imports only types from ${file}`,
        severity: 'error',
        from: { path: inWorkspace(workspace) },
        to: { path: `^${file}$`, dependencyTypesNot: ['type-only'] },
      }),
    ),
    ...(packages ? outsideRules(workspace, packages) : []),
    ...(never ? [neverRule(workspace, never)] : []),
  ],
)

const EDITOR = 'apps/web/src/features/editor/'
const BELOW_TOOLS = ['core', 'scene', 'state', 'run', 'session', 'ui']

/** The layers of the editor, lowest first: which others each may import. Files beside the layers make up the page and may import all. */
const EDITOR_LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  scene: ['core'],
  state: ['core'],
  run: ['core', 'state'],
  session: ['core', 'state', 'run'],
  live: ['core', 'state', 'run', 'session'],
  ui: ['core', 'scene', 'state', 'session'],
  tools: BELOW_TOOLS,
  painters: BELOW_TOOLS,
  panels: [...BELOW_TOOLS, 'tools'],
  canvas: [...BELOW_TOOLS, 'tools', 'painters'],
}

/** Layers of plain functions and data, and the packages that they never import. */
const PLAIN_LAYERS = {
  core: ['react', 'react-dom', 'zustand', '@mantine', '@xyflow'],
  scene: ['react', 'react-dom', 'zustand', '@mantine'],
}

const inLayers = (layers: readonly string[]) => `^${EDITOR}(${layers.join('|')})/`

const editorRules: IForbiddenRuleType[] = [
  ...Object.entries(EDITOR_LAYERS).map(
    ([layer, others]): IForbiddenRuleType => ({
      name: `editor: ${layer} imports no layer but ${others.join(', ') || 'none'}`,
      severity: 'error',
      from: { path: inLayers([layer]) },
      to: { path: `^${EDITOR}`, pathNot: inLayers([layer, ...others]) },
    }),
  ),
  ...Object.entries(PLAIN_LAYERS).flatMap(([layer, never]): IForbiddenRuleType[] => [
    neverRule(`${EDITOR}${layer}`, never),
    {
      name: `editor: ${layer} imports no store, only the types of a document`,
      severity: 'error',
      from: { path: inLayers([layer]) },
      to: { path: '^apps/web/src/stores/', pathNot: '^apps/web/src/stores/board\\.ts$' },
    },
  ]),
  {
    name: 'editor: a panel imports no other panel',
    severity: 'error',
    from: { path: `^${EDITOR}panels/([^/]+)/` },
    to: { path: `^${EDITOR}panels/`, pathNot: `^${EDITOR}panels/$1/` },
  },
  {
    name: 'editor: every folder is a layer',
    severity: 'error',
    from: { path: `^${EDITOR}[^/]+/`, pathNot: inLayers(Object.keys(EDITOR_LAYERS)) },
    to: {},
  },
]

const SERVER = '^apps/server/src/'
const SERVER_ROUTES = [`${SERVER}(plugins/|routes\\.ts$|app\\.ts$)`, `${SERVER}.*\\.routes\\.ts$`]
/** Who waits for whom: routes, services and the database use it, and it uses none of them. */
const SERVER_TURNS = `${SERVER}(fair-queue|fair-slots|on-behalf-of)\\.ts$`
const SERVER_DATA = [`${SERVER}database/`, `${SERVER}.*\\.repository\\.ts$`]

/** Routes → services → repositories. What is neither a route nor a repository holds rules, and counts as a service. */
const serverLayers: IForbiddenRuleType[] = [
  {
    name: 'server: a route imports no repository and not the database',
    severity: 'error',
    from: { path: SERVER_ROUTES, pathNot: `${SERVER}app\\.ts$` },
    to: { path: SERVER_DATA },
  },
  {
    name: 'server: a service imports no route, plugin or HTTP library',
    severity: 'error',
    from: { path: `${SERVER}(modules|mail)/`, pathNot: SERVER_ROUTES },
    to: { path: [...SERVER_ROUTES, `${outside}(hono|@hono)/`] },
  },
  {
    name: 'server: a repository imports other repositories and the database only',
    severity: 'error',
    from: { path: SERVER_DATA },
    to: { path: SERVER, pathNot: [...SERVER_DATA, SERVER_TURNS] },
  },
  {
    name: 'server: only repositories and the database import the query builder and its drivers',
    severity: 'error',
    from: { path: SERVER, pathNot: [...SERVER_DATA, `${SERVER}modules/admin/`] },
    to: { path: `${outside}(kysely|pg|better-sqlite3)/` },
  },
]

/** Allowed imports, the layers of the web app and of the server, and that there are no cycles, as the import graph's rules. */
export const RULES: IForbiddenRuleType[] = [
  ...workspaceRules,
  {
    name: 'a test imports its own workspace, the entries of others and what their tests share',
    severity: 'error',
    from: { path: '^(packages|apps)/([^/]+)/test/' },
    to: {
      path: ANY_ROOM,
      pathNot: [
        '^$1/$2/',
        '^packages/[^/]+/src/index\\.ts$',
        '^(packages|apps)/[^/]+/test/support/',
        // The terminal's command as a function.
        '^apps/cli/src/command-line\\.ts$',
      ],
    },
  },
  {
    name: 'no product code imports tests, browser tests, benchmarks or tooling',
    severity: 'error',
    from: { path: '^(packages|apps)/[^/]+/src/' },
    to: { path: ['^(e2e|benchmarks|tooling)/', '^(packages|apps)/[^/]+/test/'] },
  },
  {
    name: 'web: what features share imports no feature and not the app',
    severity: 'error',
    from: { path: '^apps/web/src/(shared|stores)/' },
    to: { path: '^apps/web/src/(features|app)/' },
  },
  {
    name: 'web: a feature imports no other feature and not the app',
    severity: 'error',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/(features|app)/', pathNot: '^apps/web/src/features/$1/' },
  },
  ...editorRules,
  ...serverLayers,
  { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
  { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
]
