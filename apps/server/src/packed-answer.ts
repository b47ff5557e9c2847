/** A response body of JSON. It is stored compressed, as most clients accept it. */
export interface PackedAnswer {
  gzipped: Uint8Array<ArrayBuffer>
  /** A large one unpacks while it is read. */
  plain(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
}
