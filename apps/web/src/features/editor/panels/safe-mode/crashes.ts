const NAME = 'plimsoll-canvas-crashes'

/** How often in a row the canvas could not be drawn in this tab; a reload does not begin a new row. */
export function crashesInRow(): number {
  try {
    return Number(sessionStorage.getItem(NAME)) || 0
  } catch {
    return 0
  }
}

/** Notes how often it could not; 0 once it stands. */
export function noteCrashes(count: number): void {
  try {
    sessionStorage.setItem(NAME, String(count))
  } catch {
    // Counted anew after a reload.
  }
}
