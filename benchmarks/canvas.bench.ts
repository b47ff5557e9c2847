import { startCanvasPages } from './canvas-pages.ts'
import { frameTime, GESTURES } from './gestures.ts'
import { compare } from './harness.ts'
import { undisturbed, whileRunning } from './running.ts'

const SIZES = [100, 500, 1000, 2000]

/** Mean frame times while the view is panned, zoomed and a card is dragged: the editor's, idle and running, against bare React Flow's. */
export async function bench(): Promise<Record<string, number>> {
  const pages = await startCanvasPages({ frames: 'unlimited' })
  const figures: Record<string, number> = {}
  try {
    for (const size of SIZES) {
      const editor = await pages.openEditor(size)
      const bare = await pages.openBare(size, editor)
      for (const [state, during] of Object.entries({ idle: undisturbed, running: whileRunning })) {
        for (const gesture of GESTURES) {
          const result = await compare({
            subject: () => during(editor, () => frameTime(editor, gesture)),
            baseline: () => undisturbed(bare, () => frameTime(bare, gesture)),
            rounds: 3,
            warmUpRounds: 1,
          })
          figures[`frame.${gesture}.${size}.${state}.toBare`] = result.ratio
          figures[`frame.${gesture}.${size}.${state}.ms`] = result.subjectMs
          figures[`frame.${gesture}.${size}.${state}.bareMs`] = result.baselineMs
        }
      }
      await editor.close()
      await bare.close()
    }
  } finally {
    await pages.close()
  }
  return figures
}
