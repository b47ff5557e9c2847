import { TYPED } from './key-scope.ts'

/** What is typed for a panel that is asked for and not there yet. */
export const createTypedAhead = (): TypedAhead => ({ panel: null })

interface TypedAhead {
  /** Null: no panel is awaited, and keys mean what they mean. */
  panel: AwaitedPanel | null
}

export class AwaitedPanel {
  readonly #close: () => void
  #typed = ''

  constructor(close: () => void) {
    this.#close = close
  }

  /** Keeps a key from all that is there already. */
  take({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (key === 'Escape') this.#close()
    else if (key === 'Backspace') this.#typed = this.#typed.slice(0, -1)
    else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) this.#typed += key
  }

  /** Types what was taken, if the panel has put the focus where one types. As if by hand: the field hears of it as it does of keys. */
  typeInto(focused: Element): void {
    if (this.#typed !== '' && focused.matches(TYPED)) document.execCommand('insertText', false, this.#typed)
  }
}
