import { choice, flag, int, number, text } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'

/** The latency above which an HTTP edge is slow, and its width in pixels per bandwidth, within a range. */
const HTTP_LOOK = { slowAboveMs: 300, mbpsPerPixel: 50, minWidth: 1, maxWidth: 5 } as const

export const http = defineEdgeKind({
  type: 'http',
  label: 'HTTP',
  caption: 'Requests and responses of the web',
  icon: 'globe',
  rules: [],
  look: (data) => {
    const { slowAboveMs, mbpsPerPixel, minWidth, maxWidth } = HTTP_LOOK
    const secure = data.useTLS || data.encryption !== 'None'
    const slow = data.latencyMs > slowAboveMs
    return plainLook(data, {
      tone: slow ? 'slow' : secure ? 'secure' : 'insecure',
      width: Math.min(maxWidth, Math.max(minWidth, data.bandwidthMbps / mbpsPerPixel)),
      highlight: slow ? `Latency over ${slowAboveMs} ms` : null,
    })
  },
  properties: {
    ...edgeProperties({
      lineWidth: { help: 'An HTTP connection is drawn as thick as its bandwidth instead.' },
    }),
    method: choice({
      label: 'Method',
      help: 'The usual method of the requests.',
      section: 'connection',
      options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      default: 'GET',
      effect: { ignored: 'headers' },
    }),
    httpVersion: choice({
      label: 'HTTP version',
      help: 'HTTP/1.1 carries 6 requests at a time per user; later versions carry any number.',
      section: 'connection',
      options: ['HTTP/1.1', 'HTTP/2', 'HTTP/3'],
      default: 'HTTP/1.1',
      effect: {
        events: '1.1: 6 in parallel per closed user; 2 and 3: any number; 3 saves a round trip on a new connection',
        ignored: 'plainCrossing',
      },
    }),
    corsEnabled: flag({
      label: 'CORS',
      help: 'Pages of other origins may call.',
      section: 'security',
      default: true,
      effect: { ignored: 'headers' },
    }),
    useTLS: flag({
      label: 'TLS',
      help: 'HTTPS instead of HTTP; the line is drawn in the secure colour.',
      section: 'security',
      default: false,
      effect: { events: 'Costs what TLS encryption costs', ignored: 'handshake' },
    }),
    rateLimit: number({
      label: 'Rate limit',
      help: 'Requests that may pass each second; 0 means any number.',
      section: 'traffic',
      unit: 'rps',
      min: 0,
      default: 100,
      role: 'rate',
      effect: { events: 'Token bucket; 0 is off', ignored: 'rateLimit' },
    }),
    rateLimitBurst: int({
      label: 'Rate limit burst',
      help: 'Requests that may pass at once after a quiet time.',
      section: 'traffic',
      unit: 'requests',
      min: 1,
      default: 20,
      effect: { events: 'Size of the token bucket', ignored: 'rateLimit' },
    }),
    cacheEnabled: flag({
      label: 'Response cache',
      help: 'The sender keeps answers and uses them again.',
      section: 'caching',
      default: false,
      effect: { events: 'A share of the reads is answered by the sender', ignored: 'senderCache' },
    }),
    cacheControl: choice({
      label: 'Cache control',
      help: 'What the response says about being kept.',
      section: 'caching',
      options: ['No-Cache', 'Private', 'Public', 'Must-Revalidate'],
      default: 'No-Cache',
      effect: { ignored: 'headers' },
    }),
    cacheTTLSeconds: int({
      label: 'Cache TTL',
      help: 'How long the sender keeps an answer; 0 keeps nothing.',
      section: 'caching',
      unit: 's',
      min: 0,
      default: 300,
      effect: { events: 'Share of reads answered by the sender', ignored: 'senderCache' },
    }),
    proxyEnabled: flag({
      label: 'Proxy',
      help: 'Requests go through a proxy.',
      section: 'routing',
      default: false,
      effect: { events: 'An extra hop of 2 ms', ignored: 'plainCrossing' },
    }),
    proxyAddress: text({
      label: 'Proxy address',
      help: 'Where the proxy is, for the record.',
      section: 'routing',
      default: '',
      placeholder: 'proxy.example.com:3128',
      effect: { ignored: 'address' },
    }),
    loadBalanced: flag({
      label: 'Load balanced',
      help: 'A balancer that is not drawn stands between.',
      section: 'routing',
      default: false,
      effect: { events: 'An extra hop of 2 ms', ignored: 'plainCrossing' },
    }),
    useApiGateway: flag({
      label: 'API gateway',
      help: 'A gateway that is not drawn stands between.',
      section: 'routing',
      default: false,
      effect: { events: 'An extra hop of 2 ms', ignored: 'plainCrossing' },
    }),
  },
})
