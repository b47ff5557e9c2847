import { globSync, readFileSync } from 'node:fs'
import { SHAPE_CSS } from '@plimsoll/experiments'
import { expect, it } from 'vitest'

it('[UI-364] no style sheet copies the styles of another', () => {
  const sheets = globSync('apps/web/src/**/*.module.css')
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((sheet) => /composes:.*\bfrom\b/.test(readFileSync(sheet, 'utf8')))).toEqual([])
})

const PREDICT = readFileSync('apps/web/src/features/editor/panels/predict/predict.module.css', 'utf8')

it('[UI-1215] the plots of the page have the dashes of their files', () => {
  const dashes = (css: string, selector: RegExp) =>
    [...css.matchAll(new RegExp(`${selector.source} \\{[^}]*?stroke-dasharray: ([^;]*);`, 'g'))].map(
      ([, role, index, dash]) => `${role}${index}: ${dash}`,
    )
  const ofFiles = dashes(SHAPE_CSS, /path\.(line|limit)(\d)/)
  expect(ofFiles).toHaveLength(16)
  expect(dashes(PREDICT, /\.(line|limit)\[data-index="(\d)"\]/).sort()).toEqual(ofFiles.sort())
})

it('[UI-1216] each kind of segment of a bar has a colour', () => {
  const colours = [...PREDICT.matchAll(/\[data-kind="(\d)"\] \{\s*--kind-color: (.*);/g)]
  expect(colours.map(([, kind]) => kind)).toEqual(['0', '1', '2', '3'])
  expect(new Set(colours.map(([, , colour]) => colour)).size).toBe(4)
})

it('[UI-1218] every second label of a short axis of the timeline is hidden', () => {
  const timeline = readFileSync('apps/web/src/features/editor/panels/predict/timeline.module.css', 'utf8')
  expect(timeline).toMatch(/@container \(width < 32rem\) \{\s*\.axis > span:nth-last-child\(even\) \{\s*display: none/)
})
