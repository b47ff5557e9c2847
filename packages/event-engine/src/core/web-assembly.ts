import { COMPILED_CORE } from './compiled.ts'

/** What is used of WebAssembly, which browsers and Node have in common. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledModule
  readonly Instance: new (
    module: CompiledModule,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: unknown }
  readonly Memory: new (room: { readonly initial: number }) => WasmMemory
}

/** What a module computes in. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

export interface CompiledModule {
  readonly isCompiledModule: never
}

/** Null where WebAssembly is not there, or is not allowed. */
export function compileModule(): CompiledModule | null {
  try {
    return new WebAssembly.Module(bytesOf(COMPILED_CORE))
  } catch {
    return null
  }
}

/** Pages of 64 KB that the core asks for at least (`tooling/lib/core.ts`). */
export const FIRST_PAGES = 32

/** Throws where there is no room for it. */
export const newMemory = (): WasmMemory => new WebAssembly.Memory({ initial: FIRST_PAGES })

/** What a new instance exports, which computes in a memory. It does not matter what was in it. */
export function newInstance(module: CompiledModule, hooks: object, memory: WasmMemory): unknown {
  const abort = () => {
    throw new Error('The compiled core has stopped: there is no more memory for it.')
  }
  return new WebAssembly.Instance(module, { hooks, env: { abort, memory } }).exports
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Browsers and Node have no way to read base64 in common. */
function bytesOf(base64: string): Uint8Array {
  const values = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]))
  const text = base64.replaceAll('=', '')
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let [bits, value, at] = [0, 0, 0]
  for (const letter of text) {
    value = ((value << 6) | (values.get(letter) ?? 0)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at] = (value >> bits) & 0xff
    at += 1
  }
  return bytes
}
