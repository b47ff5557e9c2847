/** Is told what a screen shows beyond figures. It changes nothing of a run. */
export interface Watcher {
  /** A call sets out over a link, which takes so many ms. */
  crossed(link: number, crossingMs: number, retries: number): void
  completed(serial: number, responseMs: number, retries: number): void
  /** The request as a whole has failed. */
  failed(request: {
    readonly serial: number
    readonly reason: number
    readonly class: number
    readonly retries: number
  }): void
}
