import { convertCssVariables, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import type { Plugin } from 'vite'
import { palettes, theme, themeVariables } from '../src/shared/theme/theme.ts'

const id = 'virtual:mantine-variables.css'

/** Renders Mantine's CSS variables from our theme at build time, because the content security policy forbids `<style>`. */
export function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? stylesheet() : undefined),
  }
}

function stylesheet(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const used = Object.fromEntries(palettes.map((name) => [name, merged.colors[name]]))
  return convertCssVariables(themeVariables({ ...merged, colors: used as typeof merged.colors }), ':root')
}
