const levels = [
  { level: 'full', above: 0.9 },
  { level: 'high', above: 0.7 },
  { level: 'busy', above: 0.5 },
] as const

/** The four bands of utilization (0 to 1): colours change above 50, 70 and 90 %. `--load-{level}` and `--water-{level}` exist. */
export type LoadLevel = 'calm' | (typeof levels)[number]['level']

export function loadLevel(utilization: number): LoadLevel {
  return levels.find(({ above }) => utilization > above)?.level ?? 'calm'
}
