import { describe, expect, test } from 'vitest'
import { checkData, completeData, nodeKind, RECIPES } from '../src/index.ts'

describe('recipes', () => {
  test.each(RECIPES)('[EDT-424] $title: its settings are valid and differ from the defaults of its kind', (recipe) => {
    const { properties } = nodeKind(recipe.type)
    expect(checkData(properties, completeData(properties, recipe.data))).toEqual([])
    const defaults = completeData(properties, {}) as Readonly<Record<string, unknown>>
    const { label, description, ...settings } = recipe.data as Readonly<Record<string, unknown>>
    expect(label).toBe(recipe.title)
    expect(description).toBeTruthy()
    const same = Object.entries(settings).filter(([name, value]) => Object.is(defaults[name], value))
    expect(recipe.isHidden ? [] : same.map(([name]) => name)).toEqual([])
  })

  test('[EDT-425] six of them are listed beside the kinds', () => {
    expect(RECIPES.filter(({ isHidden }) => !isHidden).map(({ title }) => title)).toEqual([
      'Message queue',
      'CDN',
      'API gateway',
      'Worker',
      'Object store',
      'Third-party API',
    ])
  })
})
