/** Why a flow cannot be simulated: where (a dotted path into the flow) and what. */
export interface CompileFault {
  readonly path: string
  readonly message: string
}
