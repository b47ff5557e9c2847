/** A response body of JSON. It is stored compressed, as most clients accept it. */
export interface PackedAnswer {
  gzipped: Uint8Array<ArrayBuffer>
  plain(): Promise<Uint8Array<ArrayBuffer>>
}
