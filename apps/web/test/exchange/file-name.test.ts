import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/shared/files/file-name.ts'

const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))

describe('the name of an exported file', () => {
  it.each([
    ['Checkout, peak load', 'Checkout- peak load.json'],
    ['../../a";x', 'a-x.json'],
    ['Überweisung 支払い', 'Überweisung 支払い.json'],
    ['C:\\Windows\\system32', 'C-Windows-system32.json'],
    ['report\u202Egnp.exe', 'report-gnp.exe.json'],
    ['con', 'flow con.json'],
    ['NUL.tar', 'flow NUL.tar.json'],
    ['.htaccess', 'htaccess.json'],
    ['…', 'flow.json'],
    ['', 'flow.json'],
    ['a'.repeat(500), `${'a'.repeat(80)}.json`],
  ])('[EXC-2] [REL-IN12] of %j is %j', (name, file) => {
    expect(fileName(name, 'json')).toBe(file)
  })

  it('[EXC-2] is safe, whatever the flow is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (name) => {
        const file = fileName(name, 'png')
        expect(file).toMatch(/^[\p{L}\p{N}\p{M}_][\p{L}\p{M}\p{N}._ -]*\.png$/u)
        expect(file).not.toMatch(/\.\.|\s\.png$/)
        expect([...file].length).toBeLessThanOrEqual(90)
      }),
    )
  })
})
