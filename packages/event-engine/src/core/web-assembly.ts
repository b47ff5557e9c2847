import { COMPILED_CORE } from './compiled.ts'

/** What is used of WebAssembly, which browsers and Node have in common. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledModule
  readonly Instance: new (
    module: CompiledModule,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: unknown }
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

/** What a new instance exports. */
export function newInstance(module: CompiledModule, hooks: object): unknown {
  const abort = () => {
    throw new Error('The compiled core has stopped: there is no more memory for it.')
  }
  return new WebAssembly.Instance(module, { hooks, env: { abort } }).exports
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
