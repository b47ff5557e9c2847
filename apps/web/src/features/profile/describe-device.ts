/** The first pattern that fits names it; browsers that build on another come before it, for they call themselves both. */
const BROWSERS = [
  ['Edge', /\bEdgA?(?:iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|OPiOS)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
  ['curl', /^curl\/(\d+)/],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const HANDHELD: readonly string[] = ['iPhone', 'iPad', 'Android']

export interface Device {
  /** "Firefox 141 on Linux"; as much of it as the browser tells. */
  readonly name: string
  readonly isHandheld: boolean
}

/** What a browser's own description says about where it runs; it may say nothing, or anything. */
export function describeDevice(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, 500)
  const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0]
  const browser = BROWSERS.map(([name, pattern]) => ({ name, version: pattern.exec(text)?.[1] })).find(
    ({ version }) => version !== undefined,
  )
  const known = browser && `${browser.name} ${browser.version}`
  return {
    name: known && system ? `${known} on ${system}` : (known ?? system ?? 'Unknown browser'),
    isHandheld: system !== undefined && HANDHELD.includes(system),
  }
}
