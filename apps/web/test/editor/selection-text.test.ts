import { expect, it } from 'vitest'
import { selectionText } from '../../src/features/editor/core/selection/selection-text.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

it.each([
  [{ nodes: 30, groups: 5 }, '30 components, 5 groups'],
  [{ nodes: 1, groups: 1 }, '1 component, 1 group'],
  [{ edges: 1_200 }, '1,200 connections'],
])('[EDT-95] %j selected are called %s', ({ nodes = 0, edges = 0, groups = 0 }: Record<string, number>, text) => {
  expect(selectionText({ nodes: ids(nodes), edges: ids(edges), groups: ids(groups) })).toBe(text)
})
