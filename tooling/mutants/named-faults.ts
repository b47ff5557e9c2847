import type { NamedFault } from './named.ts'

const ENGINE = 'packages/event-engine/src/engine'
const EDITOR = 'apps/web/src/features/editor'

/** Always tried, beside the sample. */
export const NAMED_FAULTS: readonly NamedFault[] = [
  {
    name: 'equal priorities jump the queue',
    area: 'engine',
    file: `${ENGINE}/visits.ts`,
    text: 'priorityOf(other) >= own',
    replacement: 'priorityOf(other) > own',
  },
  {
    name: 'a health check recovers one look too late',
    area: 'engine',
    file: `${ENGINE}/control.ts`,
    text: 'link.healthStreak >= healthyAfter',
    replacement: 'link.healthStreak > healthyAfter',
  },
  {
    name: 'an outage shorter than a service is never paid off',
    area: 'engine',
    file: `${ENGINE}/visits.ts`,
    text: 'station.isPaused || station.outages > 0',
    replacement: 'station.isPaused',
  },
  {
    name: 'a cold start never cools',
    area: 'engine',
    file: `${ENGINE}/station.ts`,
    text: 'since === undefined || now - since > coldStart.afterIdleMs',
    replacement: 'since === undefined',
  },
  {
    name: 'redo kept after a grouped edit',
    area: 'stores',
    file: 'apps/web/src/stores/history.ts',
    text: 'step !== null && future.length === 0 &&',
    replacement: 'step !== null &&',
  },
  {
    name: 'a board written by another tab not noticed',
    area: 'stores',
    file: 'apps/web/src/stores/autosave/draft-writer.ts',
    text: "if (stored !== null && !isConfirmed && stored.writer !== writer) return 'conflict'",
    replacement: '',
  },
  {
    name: 'a late report shown after Pause',
    area: 'stores',
    file: `${EDITOR}/run/worker/run-controller.ts`,
    text: "if (session.run.store.getState().state !== 'running' && !isStepping) return",
    replacement: '',
  },
  {
    name: 'names missing in the moving picture',
    area: 'canvas',
    file: `${EDITOR}/painters/bitmap/bitmap-layer.ts`,
    text: 'const isNamed = isNear(session)',
    replacement: 'const isNamed = false',
  },
  {
    name: 'water missing on pictured nodes: in the bitmap of a moving viewport',
    area: 'canvas',
    file: `${EDITOR}/scene/node.ts`,
    text: 'return water ? [surface, ...waterShapes(rect, water),',
    replacement: 'return water ? [surface,',
  },
  {
    name: 'water missing on pictured nodes: in a saved picture',
    area: 'canvas',
    file: `${EDITOR}/scene/node.ts`,
    text: '...(water ? waterShapes(rect, water) : []),',
    replacement: '',
  },
]
