/** Where progress is shown. */
interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const TO_START_OF_LINE = '\r\u001b[K'

/** Writes progress: on a terminal in one line that is removed at the end, else line by line. */
export function createProgress(screen: Screen) {
  let isShown = false
  const show = (progress: string): void => {
    if (!screen.isTTY) return
    screen.write(`${TO_START_OF_LINE}${progress}`)
    isShown = true
  }
  return {
    show,
    tell(progress: string): void {
      if (screen.isTTY) show(progress)
      else screen.write(`${progress}\n`)
    },
    end(): void {
      if (isShown && screen.isTTY) screen.write(TO_START_OF_LINE)
      isShown = false
    },
  }
}
