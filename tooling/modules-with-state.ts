/** Files of features that still hold module-level mutable state. The list may only get shorter. */
export const MODULES_WITH_STATE: readonly string[] = [
  'apps/web/src/features/editor/ui/element-names.ts',
  'apps/web/src/features/landing/hero/hero-run.ts',
]
