import { whileLive } from '../../ui/while-live.tsx'

export const LatePeersLayer = whileLive(async () => (await import('./peers-layer.tsx')).PeersLayer)
