import { type CSSVariablesResolver, createTheme, defaultCssVariablesResolver } from '@mantine/core'

/** Mantine's theme on top of our tokens: sizes as in `tokens.css`, ten shades only where Mantine's own parts need them. */
export const theme = createTheme({
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    sea: ['#eef6fb', '#d9ebf6', '#b3d6ec', '#8ec4e8', '#5aaae0', '#2f86c0', '#1a6ea6', '#105d91', '#0c4e7b', '#083d62'],
    gray: [
      '#f5f7f9',
      '#ebeff3',
      '#dde4ea',
      '#c2ccd6',
      '#a8b4c0',
      '#8391a0',
      '#5b6b7b',
      '#475667',
      '#2b3846',
      '#101b27',
    ],
    dark: [
      '#e5ecf2',
      '#c5d0da',
      '#a9b8c5',
      '#8b9dac',
      '#667a8d',
      '#33434f',
      '#1b2732',
      '#131c25',
      '#0c131a',
      '#090f15',
    ],
    red: ['#fdebe9', '#f9d2cd', '#f5b1aa', '#f28a80', '#e5665b', '#d44a3f', '#c0332a', '#b32820', '#a82720', '#7a1c17'],
    green: [
      '#e3f3ea',
      '#c6e6d4',
      '#98d3b3',
      '#63c391',
      '#3da871',
      '#278e5a',
      '#1b7346',
      '#175f3a',
      '#124c2e',
      '#0d3822',
    ],
    yellow: [
      '#fcf0da',
      '#fae4bd',
      '#f2cb83',
      '#e2a33c',
      '#c98619',
      '#a86400',
      '#87550a',
      '#714708',
      '#5a3906',
      '#432a05',
    ],
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--text-12)',
    sm: 'var(--text-13)',
    md: 'var(--text-14)',
    lg: 'var(--text-16)',
    xl: 'var(--text-20)',
  },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-6)',
    xl: 'var(--space-8)',
  },
  radius: { xs: '4px', sm: 'var(--radius-control)', md: 'var(--radius-card)', lg: '14px', xl: '20px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        // Not "…password": a field is found by its label, and this button stands inside the field.
        visibilityToggleButtonProps: { 'aria-label': 'Show characters' },
      },
    },
  },
})

const roles = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-faint)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-control)',
  '--mantine-color-disabled': 'var(--surface-disabled)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-sea-filled': 'var(--accent)',
  '--mantine-color-sea-filled-hover': 'var(--accent-hover)',
  '--mantine-color-sea-light': 'var(--accent-soft)',
  '--mantine-color-sea-light-color': 'var(--accent-text)',
}

/** Mantine's own variables with its colour roles bound to our tokens; written to a static stylesheet by the build. */
export const themeVariables: CSSVariablesResolver = (merged) => {
  const { variables, light, dark } = defaultCssVariablesResolver(merged)
  return { variables, light: { ...light, ...roles }, dark: { ...dark, ...roles } }
}

/** The palettes that components may name (`color="red"`); Mantine's other eight are left out of the stylesheet. */
export const palettes = ['sea', 'gray', 'dark', 'red', 'green', 'yellow'] as const
