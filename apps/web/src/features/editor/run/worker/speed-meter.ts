/** So much wall time has to pass until a speed is told. */
const MEASURED_MS = 1000
/** What is this close to the speed asked for counts as reached. */
const NEAR = 0.95

/** Measures how fast simulated time passes against the wall clock. */
export function createSpeedMeter() {
  let from = { wallMs: 0, simulatedMs: 0 }
  let measured: number | null = null

  return {
    /** Time goes on from here at another speed, or after a stop. */
    begin(wallMs: number, simulatedMs: number): void {
      from = { wallMs, simulatedMs }
      measured = null
    },
    /** The speed of the last second or so, where it is below the one asked for; null: it is kept. */
    read(wallMs: number, simulatedMs: number, asked: number): number | null {
      const spent = wallMs - from.wallMs
      if (spent >= MEASURED_MS) {
        const speed = (simulatedMs - from.simulatedMs) / spent
        measured = speed < NEAR * asked ? speed : null
        from = { wallMs, simulatedMs }
      }
      return measured
    },
  }
}
