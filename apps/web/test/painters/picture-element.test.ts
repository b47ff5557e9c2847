import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Shape } from '../../src/features/editor/scene/shape.ts'
import { PictureElement } from '../../src/features/editor/ui/picture/picture-element.tsx'

const colours = Object.assign((token: string) => `of${token}`, { shadow: { fill: 'black', fillOpacity: 0.2 } })
const drawn = (shape: Shape) => renderToStaticMarkup(createElement(PictureElement, { shapes: [shape], colours }))
const BOX = { kind: 'rect', x: 1, y: 2, width: 3, height: 4, radius: 5 } as const

describe('a picture', () => {
  it('[EXC-20] has a rectangle where it is, in its colour and as opaque as it is', () => {
    const place = '<rect x="1" y="2" width="3" height="4" rx="5"'
    expect(drawn({ ...BOX, fill: { color: '--surface', opacity: 0.5 } })).toBe(
      `<g>${place} fill="of--surface" fill-opacity="0.5"></rect></g>`,
    )
    expect(drawn({ ...BOX, fill: { color: '--surface', opacity: '--line' } })).toContain('fill-opacity="of--line"')
  })

  it('[EXC-20] has lines with dashes and without', () => {
    const line = (dashes?: readonly number[]) =>
      drawn({ kind: 'path', path: 'M0,0', stroke: { color: '--line', width: 2, ...(dashes && { dashes }) } })
    expect(line([4, 2])).toContain('stroke-dasharray="4 2"')
    expect(line()).toBe('<g><path d="M0,0" fill="none" stroke="of--line" stroke-width="2"></path></g>')
  })

  it('[EXC-20] has a round border around letters, below them', () => {
    const halo = { color: '--surface-canvas', width: 5 } as const
    const texts = drawn({ kind: 'text', text: 'HTTP', x: 1, y: 2, size: 12, color: '--text', halo })
      .split('<text')
      .slice(1)
    expect(texts).toEqual([
      expect.stringMatching(/ stroke="of--surface-canvas" stroke-width="5" stroke-linejoin="round">HTTP/),
      expect.stringMatching(/ fill="of--text">HTTP/),
    ])
  })
})
