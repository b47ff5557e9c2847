// Runs before the first paint: the visitor's own choice, else the system's. Kept in step by src/shared/theme/color-scheme.ts.
;(() => {
  let choice
  try {
    choice = localStorage.getItem('color-scheme')
  } catch {}
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = choice === 'light' || choice === 'dark' ? choice : system
})()
