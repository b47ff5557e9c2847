/*
 * Random streams, xoshiro128** by Blackman and Vigna (2018), four words each, and what is drawn from them, as in engine/streams.ts and
 * engine/draws.ts.
 */

import { exp, log, setRoots } from './math'
import { DrawRow } from './rows'

export let words: usize = 0

export function setWords(at: i32): void {
  words = at
}

export function bits(stream: i32): i32 {
  const at = words + (<usize>stream << 2)
  const a = load<i32>(at), b = load<i32>(at, 4)
  const result = rotl<i32>(b * 5, 7) * 9
  const c = load<i32>(at, 8) ^ a
  const d = load<i32>(at, 12) ^ b
  store<i32>(at, b ^ c, 4)
  store<i32>(at, a ^ d)
  store<i32>(at, c ^ (b << 9), 8)
  store<i32>(at, rotl<i32>(d, 11), 12)
  return result
}

export function uniform(stream: i32): f64 {
  return (<f64><u32>bits(stream) + 0.5) / 4294967296.0
}

const LAYERS: i32 = 256
/** Bytes of the table of one curve, which the engine has worked out: edges, widths, heights. */
const TABLE: usize = (257 + 256 + 257) * 8
let exponentials: usize = 0
let normals: usize = 0

export function setTables(at: i32): void {
  exponentials = at
  normals = at + TABLE
  setRoots(at + 2 * TABLE)
}

@inline function edge(table: usize, layer: i32): f64 {
  return load<f64>(table + (<usize>layer << 3))
}

@inline function width(table: usize, layer: i32): f64 {
  return load<f64>(table + (<usize>layer << 3), 257 * 8)
}

@inline function height(table: usize, layer: i32): f64 {
  return load<f64>(table + (<usize>layer << 3), 513 * 8)
}

/** A random height within a layer. */
@inline function heightIn(table: usize, layer: i32, stream: i32): f64 {
  const least = height(table, layer)
  return least + uniform(stream) * (height(table, layer + 1) - least)
}

export function exponential(stream: i32): f64 {
  while (true) {
    const b = <u32>bits(stream)
    const layer = <i32>(b & <u32>(LAYERS - 1))
    const x = <f64>b * width(exponentials, layer)
    if (x < edge(exponentials, layer + 1)) return x
    if (layer == 0) return edge(exponentials, 1) - log(uniform(stream))
    if (heightIn(exponentials, layer, stream) < exp(-x)) return x
  }
}

export function normal(stream: i32): f64 {
  const b = <u32>bits(stream)
  const layer = <i32>(b & <u32>(LAYERS - 1))
  const x = <f64>b * width(normals, layer)
  const distance = x < edge(normals, layer + 1) ? x : normalBeyond(stream, layer, x)
  return (b & <u32>LAYERS) == 0 ? distance : -distance
}

function normalBeyond(stream: i32, layer: i32, x: f64): f64 {
  if (layer == 0) return normalTail(stream)
  return heightIn(normals, layer, stream) < exp(-(x * x) / 2) ? x : abs(normal(stream))
}

function normalTail(stream: i32): f64 {
  const from = edge(normals, 1)
  while (true) {
    const beyond = exponential(stream) / from
    if (2 * exponential(stream) > beyond * beyond) return from + beyond
  }
}

export const D_constant: i32 = 0
export const D_exponential: i32 = 1
export const D_lognormal: i32 = 2
export const D_hyper: i32 = 3
export const D_erlang: i32 = 4
export const D_twoPoint: i32 = 5

export function draw(distribution: i32, stream: i32): f64 {
  const d = changetype<DrawRow>(distribution)
  switch (d.kind) {
    case D_constant: return 1
    case D_exponential: return exponential(stream)
    case D_lognormal: return exp(d.b * normal(stream) - d.a / 2)
    case D_hyper: {
      const e = exponential(stream)
      return e * (uniform(stream) < d.a ? d.b : d.c)
    }
    case D_erlang: {
      let product: f64 = 1
      for (let phase: f64 = 0; phase < d.a; phase += 1) product *= uniform(stream)
      return -log(product) / d.a
    }
    case D_twoPoint: return uniform(stream) < d.a ? d.b : d.c
    default: return 1 + d.a * (2 * uniform(stream) - 1)
  }
}
