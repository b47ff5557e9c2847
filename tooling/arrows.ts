import type { IForbiddenRuleType } from 'dependency-cruiser'

interface Room {
  /** Rooms whose entry it may import. */
  rooms: readonly string[]
  /** Files of other rooms that are entries made for it. */
  entries?: readonly string[]
  /** Packages from the registry it may import, and nothing of Node; absent: what its package.json names, and Node. */
  packages?: readonly string[]
  /** Packages that it never imports, wherever they are installed for others. */
  never?: readonly string[]
  /** Rooms of which it may import types only, with the file that holds them. */
  types?: readonly string[]
}

const SIMULATION = ['packages/simulation', 'packages/live-engine', 'packages/event-engine']
/** The engines share the simulation package and know nothing of each other. */
const ENGINE_MAY_IMPORT = ['packages/catalog', 'packages/flow', 'packages/simulation']

/** The arrows: what each room may import, and nothing else. */
export const ROOMS: Readonly<Record<string, Room>> = {
  'packages/catalog': { rooms: [], packages: [] },
  'packages/flow': { rooms: ['packages/catalog'], packages: [] },
  'packages/simulation': { rooms: [], packages: [] },
  'packages/live-engine': { rooms: ENGINE_MAY_IMPORT, packages: [] },
  'packages/event-engine': { rooms: ENGINE_MAY_IMPORT, packages: [] },
  'packages/contract': { rooms: ['packages/catalog', 'packages/flow'], packages: ['zod'] },
  'apps/server': {
    rooms: ['packages/catalog', 'packages/flow', 'packages/contract'],
    never: ['react', 'react-dom', '@mantine', '@xyflow'],
  },
  'apps/cli': {
    rooms: ['packages/catalog', 'packages/flow', ...SIMULATION],
    entries: ['apps/server/src/admin.ts'],
    never: ['react', 'react-dom', '@mantine', '@xyflow'],
  },
  'apps/web': {
    rooms: ['packages/catalog', 'packages/flow', 'packages/contract', ...SIMULATION],
    types: ['apps/server/src/api.ts'],
    never: ['@hono/node-server', 'better-sqlite3', 'kysely', 'pg'],
  },
}

const ANY_ROOM = '^(packages|apps)/[^/]+/'
const entryOf = (room: string) => `^${room}/src/index\\.ts$`
const inRoom = (room: string) => `^${room}/`
/** Where the packages of the registry lie. */
export const outside = '(^|/)node_modules/'

function outsideRules(room: string, packages: readonly string[]): IForbiddenRuleType[] {
  const from = { path: `^${room}/src/` }
  const allowed = packages.map((name) => `${outside}${name}/`)
  return [
    {
      name: `${room} imports no package but ${packages.join(', ') || 'none'}`,
      severity: 'error',
      from,
      to: { path: outside, pathNot: allowed },
    },
    { name: `${room} imports nothing of Node`, severity: 'error', from, to: { dependencyTypes: ['core'] } },
  ]
}

const neverRule = (room: string, packages: readonly string[]): IForbiddenRuleType => ({
  name: `${room} never imports ${packages.join(', ')}`,
  severity: 'error',
  from: { path: inRoom(room) },
  to: { path: packages.map((name) => `${outside}${name}/`) },
})

const roomRules = Object.entries(ROOMS).flatMap(
  ([room, { rooms, entries = [], packages, types = [], never }]): IForbiddenRuleType[] => [
    {
      name: `${room} imports only what its arrows allow, by the entry`,
      severity: 'error',
      from: { path: `^${room}/(src|vite)/` },
      to: {
        path: ANY_ROOM,
        pathNot: [inRoom(room), ...rooms.map(entryOf), ...[...entries, ...types].map((file) => `^${file}$`)],
      },
    },
    ...types.map(
      (file): IForbiddenRuleType => ({
        name: `${room} imports only types from ${file}`,
        severity: 'error',
        from: { path: inRoom(room) },
        to: { path: `^${file}$`, dependencyTypesNot: ['type-only'] },
      }),
    ),
    ...(packages ? outsideRules(room, packages) : []),
    ...(never ? [neverRule(room, never)] : []),
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
  ui: ['core', 'state', 'session'],
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
    to: { path: SERVER, pathNot: SERVER_DATA },
  },
  {
    name: 'server: only repositories and the database import the query builder and its drivers',
    severity: 'error',
    from: { path: SERVER, pathNot: [...SERVER_DATA, `${SERVER}modules/admin/`] },
    to: { path: `${outside}(kysely|pg|better-sqlite3)/` },
  },
]

/** The arrows, the layers of the web app and of the server, and that there are no cycles, as the import graph's rules. */
export const RULES: IForbiddenRuleType[] = [
  ...roomRules,
  {
    name: 'a test imports its own room and the entries of others',
    severity: 'error',
    from: { path: '^(packages|apps)/([^/]+)/test/' },
    to: { path: ANY_ROOM, pathNot: ['^$1/$2/', '^packages/[^/]+/src/index\\.ts$'] },
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
