import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogPictures } from './vite/catalog-pictures.ts'
import { compress } from './vite/compress.ts'
import { mantineVariables } from './vite/mantine-variables.ts'
import { noJsonSchema } from './vite/no-json-schema.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** What opens over a page, which needs none of it to stand there. */
const OPENED_LATE = new RegExp(
  [
    ...[
      'ui/(dialog|focus-again)',
      'Popover',
      'Combobox',
      'Menu',
      'Modal',
      'Portal',
      'Paper',
      'Overlay',
      'FocusTrap',
      'VisuallyHidden',
    ],
    // The segmented control of the editor needs one line of it.
    'ScrollArea(?!.*to-int)',
    ...[
      'floating-ui',
      '/Floating/',
      'remove-scroll',
      'sidecar',
      'style-singleton',
      'get-nonce',
      '/use-callback-ref/dist',
      'tslib',
    ],
    ...['tabbable', 'is-element', 'get-(single-element-child|default-z-index)'],
    'use-(focus-(trap|return)|long-press|click-outside|debounced-callback)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

/** Many screens ask for a password, but those of flows do not. */
const OF_PASSWORDS = /PasswordInput|[\\/]password-input|ActionIcon/

export default defineConfig({
  plugins: [react(), mantineVariables(), catalogPictures(), noJsonSchema(), compress()],
  server: { proxy: { '/api': api } },
  build: {
    target: 'es2024',
    sourcemap: false,
    // The content security policy allows fonts and workers from files only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In one piece each, what the first screen needs, what all working screens need, what forms need, and the document: cut into the parts that
    // any two screens share they would be larger.
    rolldownOptions: {
      output: {
        // The first script names all others, and a hash does not compress: base36 has fewer bits a letter than the usual base64.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'forms', test: /react-hook-form|@hookform|[\\/]zod[\\/]/, minShareCount: 2 },
            { name: 'canvas', test: /@xyflow|node_modules[\\/]d3-/, minShareCount: 2 },
            {
              name: 'screens',
              test: (id) => /node_modules|[\\/]shared[\\/]/.test(id) && !OPENED_LATE.test(id) && !OF_PASSWORDS.test(id),
              minShareCount: 9,
            },
            { name: 'working', test: /query-core(?!.*infiniteQueryObserver)|editor-session-holder|working-routes/ },
            {
              name: 'shared',
              test: /use-(uncontrolled|merged-ref|force-update|window-event)|utils[\\/]use-callback-ref|get-(style-object|ref-prop)|close-on-escape|create-event-handler|utils[\\/]noop|to-int/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'document',
              test: /stores[\\/](page-document|diagram|history|open-flow)|fault-text|flow[\\/]src[\\/](parse|migrations|reducer)\.|[\\/]refusal\.|catalog[\\/]src[\\/](connections|edit)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What shows a flow that nobody edits: on a card, or behind a link.
            {
              name: 'drawn',
              test: /editor[\\/](scene[\\/](node|edge|scene)|core[\\/](placement|geometry|edge-ends|cull-area|flow-bounds|shortened|editor\.config))\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Each file costs a request: of what the editor and its panels share besides, one.
            {
              name: 'editor',
              test: /features[\\/]editor[\\/](core|scene|session|state|ui[\\/]focus)|tools[\\/]edit[\\/]|[\\/]stores[\\/]|[\\/]idb[\\/]|app[\\/]editor-session/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'scene',
              test: /shared[\\/]scene|card-load|display-rules/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'accounts',
              test: /contract[\\/]src[\\/]accounts|form-errors|auth-card|use-submission|[\\/]banner\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'opened', test: OPENED_LATE, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
})
