import { describe, expect, it } from 'vitest'
import { describeDevice } from '../../src/features/profile/describe-device.ts'

const MOZILLA = 'Mozilla/5.0'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

describe('what a browser calls itself', () => {
  it.each([
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome 156 on Windows', false],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/156.0.0.0`, 'Edge 156 on Windows', false],
    [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome 156 on ChromeOS', false],
    [`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0.0.0`, 'Opera 120 on Linux', false],
    [`${MOZILLA} (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0`, 'Firefox 141 on Linux', false],
    [`${MOZILLA} (Linux; Android 16; K) ${CHROME} Mobile Safari/537.36`, 'Chrome 156 on Android', true],
    [
      `${MOZILLA} (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/150.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet 29 on Android',
      true,
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
      'Safari 19 on iPhone',
      true,
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15`,
      'Safari 19 on macOS',
      false,
    ],
    ['curl/8.14.1', 'curl 8', false],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux', false],
  ])('[UI-74] %.200s', (userAgent, name, isHandheld) => {
    expect(describeDevice(userAgent)).toEqual({ name, isHandheld })
  })

  it.each([null, '', 'x', '<script>alert(1)</script>', 'Chrome/'.repeat(5_000), '\u0000'])(
    '[UI-74] may be nothing, or anything: %.40s',
    (userAgent) => {
      expect(describeDevice(userAgent)).toEqual({ name: 'Unknown browser', isHandheld: false })
    },
  )
})
