import { expect, it } from 'vitest'
import { findModuleState } from '../check-module-state.ts'
import { folderWith } from './folder.ts'

const PATH = 'apps/web/src/features/editor/a.ts'

const faultsOf = (source: string, { path = PATH, listed = {} } = {}) =>
  findModuleState(folderWith({ [path]: source }), listed)

it.each([
  ['let nudge = 0', 'nudge is a variable of the module'],
  ['export let nudge: number | null = null', 'nudge is a variable of the module'],
  ['const loaded = new Map<string, number>()', 'loaded is a collection that can change'],
  ['const loaded: Map<string, number> = new Map()', 'loaded is a collection that can change'],
  ['const names =\n  new WeakMap<object, string>()', 'names is a collection that can change'],
  ['const listeners = new Set<() => void>()', 'listeners is a collection that can change'],
  ['export const useMenu = create<Menu>()(() => ({}))', 'useMenu is created on import'],
  ['export const menu: Menu = createStore(() => ({}))', 'menu is created on import'],
  ['const loads = createLoadFeed({ drawnInFrame: 500 })', 'loads is created on import'],
  ['export var nudge = 0', 'nudge is a variable of the module'],
  ['let [a, b] = [0, 1]', '[a, b] is a variable of the module'],
  ['class Menu {\n  static opened = 0\n}', 'opened is a variable of the module'],
  ['const changes = new EventTarget()', 'changes is created on import'],
  ['const engine = new Worker(url)', 'engine is created on import'],
  ['const save = debounce(write, 100)', 'save is created on import'],
  ['const useMenu = zustand.create(() => ({}))', 'useMenu is created on import'],
  ['const { getState } = createStore(() => ({}))', '{ getState } is created on import'],
  ['setInterval(tick, 100)', 'setInterval is called on import'],
  ['const menu = { open: false }\nexport const open = () => {\n  menu.open = true\n}', 'menu is written to'],
  ['const ref = { current: null }\nexport function keep(one) {\n  ref.current ??= one\n}', 'ref is written to'],
  ['const listeners: Listener[] = []\nexport const listen = (one) => listeners.push(one)', 'listeners is written to'],
  ['const cache = {}\nexport const keep = (id, one) => {\n  cache[id] = one\n}', 'cache is written to'],
  ['useMenu.subscribe(() => {})', 'useMenu.subscribe is called on import'],
  ["addEventListener('pagehide', () => {})", 'addEventListener is called on import'],
])('[OPS-76] refuses state of a module: %s', (source, fault) => {
  expect(faultsOf(source)).toBe(`${PATH}: ${fault}`)
})

it.each([
  'function count() {\n  let nudge = 0\n}',
  'export function createMenu() {\n  const loaded = new Map()\n  return createStore(() => ({ loaded }))\n}',
  'const NONE: ReadonlySet<string> = new Set()',
  'export const createMenu = () => createStore(() => ({}))',
  'const SessionContext = createContext(null)',
  'const MENU = { open: false }\nexport const isOpen = (menu) => menu.open === MENU.open',
  'class Menu {\n  static readonly TITLE = 0\n}',
])('[OPS-76] lets a feature make its state when it is asked to: %s', (source) => {
  expect(faultsOf(source)).toBe('')
})

it.each(['app', 'features/landing', 'shared/api', 'stores'])('[OPS-76] looks at %s', (folder) => {
  const path = `apps/web/src/${folder}/a.ts`
  expect(faultsOf('let nudge = 0', { path })).toBe(`${path}: nudge is a variable of the module`)
})

it('[OPS-76] lets a worker hold what it works on', () => {
  expect(faultsOf('let run = null', { path: 'apps/web/src/features/editor/live.worker.ts' })).toBe('')
})

it('[OPS-76] [OPS-319] knows a listed file, until it has no state any more', () => {
  expect(faultsOf('let nudge = 0', { listed: { [PATH]: 'one page' } })).toBe('')
  expect(faultsOf('const NUDGE = 0', { listed: { [PATH]: 'one page' } })).toBe(
    `${PATH}: has no state any more, take it off the list`,
  )
})
