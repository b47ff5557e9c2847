/** Files of the web app that hold state as long as the page lives, and why. What a feature makes and drops belongs into an object of it. */
export const MODULES_WITH_STATE: Readonly<Record<string, string>> = {
  'apps/web/src/app/layouts/content.tsx': 'the first page of a visit takes no focus',
  'apps/web/src/features/editor/ui/element-names.ts': 'an index of each list of parts, which goes with the list',
  'apps/web/src/features/landing/hero/hero-run.ts': 'the picture and the figures of the landing page show one run',
  'apps/web/src/shared/api/kept-text.ts': 'what was typed outlives the page that lost its session',
  'apps/web/src/shared/api/query-client.ts': 'one cache of answers, emptied at the end of a session',
  'apps/web/src/shared/theme/color-scheme.ts': 'one color scheme',
  'apps/web/src/shared/theme/mantine-color-scheme.ts': 'Mantine subscribes once',
  'apps/web/src/shared/theme/theme.ts': 'a constant: nothing changes it',
  'apps/web/src/shared/ui/refusal.tsx': 'one message at a time',
  'apps/web/src/stores/autosave/autosave.ts': 'autosave goes on while the library is open',
  'apps/web/src/stores/page-document.ts': 'the flow stays open while the library is',
  'apps/web/src/stores/session.ts': 'one session, read by the client of the API and by all screens',
}
