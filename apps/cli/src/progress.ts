/** Where progress is shown. */
interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const TO_START_OF_LINE = '\r\u001b[K'

/** Tells progress: on a terminal in one line that is taken away at the end, else line by line. */
export function createProgress(screen: Screen) {
  let isShown = false
  return {
    tell(progress: string): void {
      screen.write(screen.isTTY ? `${TO_START_OF_LINE}${progress}` : `${progress}\n`)
      isShown = true
    },
    end(): void {
      if (isShown && screen.isTTY) screen.write(TO_START_OF_LINE)
      isShown = false
    },
  }
}
