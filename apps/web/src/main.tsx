import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/wght.css'
import { App } from './app/app.tsx'
import './shared/theme/tokens.css'
import './shared/theme/base.css'
import { followColorScheme } from './shared/theme/color-scheme.ts'
import { fetchMissingStyles } from './shared/theme/missing-styles.ts'
import { followSession } from './stores/session.ts'

followColorScheme()
fetchMissingStyles()
followSession()

// Without the element React says so itself.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
