import { whileLive } from '../../ui/while-live.tsx'

export const LatePeopleHere = whileLive(async () => (await import('./people-here.tsx')).PeopleHere)
