import { expect, it } from 'vitest'
import { measured } from '../support/attack.ts'
import { onEachTarget } from '../support/target.ts'

const WORDS = [
  ...['admin', 'debug', 'metrics', 'status', 'users', 'user/1', 'sessions', 'tokens', 'keys', 'config.json', 'env'],
  ...[
    'internal',
    'private',
    'test',
    'dev',
    'backup',
    'dump',
    'db',
    'sql',
    'graphql',
    'swagger',
    'actuator',
    'heapdump',
  ],
  ...['console', 'shell', 'exec', 'eval', 'upload', 'files', 'logs', 'trace', 'info', 'version', 'phpinfo', 'cron'],
  ...['v1', 'v2/users', 'login', 'demo', 'reset', 'seed', 'migrate', 'restart', 'shutdown', 'pprof', 'vars', 'jobs'],
  ...['mails', 'outbox/all', 'auth/users', 'auth/token', 'profile/1', 'flows/all', 'flows/export', 'config/secrets'],
]
const FILES = [
  ...['.env', '.env.local', '.git/config', '.git/HEAD', '.npmrc', '.ssh/id_rsa', '.DS_Store', '.htaccess', '.well/x.y'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'plimsoll.db', 'plimsoll.db-wal', 'data/plimsoll.db'],
  ...[
    'src/main.ts',
    'server.ts',
    'index.html~',
    'index.html.bak',
    'backup.zip',
    'dump.sql',
    'server.log',
    'wp-login.php',
  ],
  ...['assets/index.js.map', 'assets/', 'node_modules/x/package.json', '..%2fpackage.json', '%2e%2e/package.json'],
  ...['....//package.json', '..%5cpackage.json', 'assets/..%2f..%2f..%2fpackage.json', 'static/app.js', 'robots.txt~'],
]
const PREFIXES = ['/', '/api/', '/api/v1/', '/internal/', '/admin/'] as const
const IS_OUTSIDE_API = /^\/(?!api(?:\/|$))/

onEachTarget('hidden paths', (target) => {
  it('[REL-AU10] guessed paths are not found', async ({ task }) => {
    const { token } = await target().addUser()
    const guesses = PREFIXES.flatMap((prefix) => [...WORDS, ...FILES].map((word) => prefix + word))
    for (const path of guesses) {
      for (const call of [{ token: '' }, { token }]) {
        const answer = await target().call(path, call)
        const isPage = answer.headers['content-type']?.startsWith('text/html') === true
        const isRoute = IS_OUTSIDE_API.test(path) && !path.includes('.')
        // The app's page shows its own "not found"; without a build of the app it is a plain text.
        const isNothing = answer.status === 404 || (answer.status === 401 && !call.token) || (isRoute && isPage)
        expect(isNothing, `${path}: ${answer.status} ${answer.text.slice(0, 100)}`).toBe(true)
        expect(answer.text).not.toMatch(/SQLite format|"dependencies"|\[core\]|password_hash/)
      }
    }
    measured(task, `${guesses.length} guesses, with and without a token: nothing but 404 and the app's page`)
  })

  it('[REL-WB6] nothing of the API can be opened as a page, a style or a script', async ({ task }) => {
    const { token } = await target().addUser()
    const paths = [
      ...['/api/flows/x.css', '/api/profile;.js', '/api/profile/x.js', '/api/profile%2fx.css', '/api/profile.json'],
      ...['/api/profile/..%2fx.css', '/api/flows;x.html', '/api/flows/', '/api/profile/', '/api/profile%3b.js'],
      ...['/api/flows%00.css', '/api//profile', '/api/profile%0a.css', '/api/config.js', '/api/config;a=b'],
    ]
    for (const path of paths) {
      const answer = await target().call(path, { token })
      expect([path, answer.status, answer.body]).toEqual([path, 404, { message: 'Not found.' }])
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const plain = await target().call('/api/config')
    for (const query of ['?callback=f', '?jsonp=f', '?format=html', '?_=1&callback=alert(1)']) {
      expect((await target().call(`/api/config${query}`)).text).toBe(plain.text)
    }
    for (const path of ['/assets/x.js', '/assets/x.css', '/x.js', '/live.worker.js', '/api.js']) {
      const missing = await target().call(path)
      expect([path, missing.status, missing.body]).toEqual([path, 404, { message: 'Not found.' }])
    }
    measured(task, `${paths.length} disguises: JSON 404 with nosniff; callback parameters change nothing`)
  })

  it('[REL-WB9] pages and scripts are the same with a token and without', async () => {
    const { token } = await target().addUser()
    const page = await target().call('/')
    const scripts = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    for (const path of ['/', '/login', '/api/openapi.json', ...scripts]) {
      const headers = { cookie: 'token=x', 'accept-language': 'de' }
      const [stranger, user] = [await target().call(path), await target().call(path, { token, headers })]
      expect([path, user.status, user.text]).toEqual([path, stranger.status, stranger.text])
    }
  })

  it('[REL-OP6] no response names the software', async ({ task }) => {
    const { token } = await target().addUser()
    const answers = [
      await target().call('/'),
      await target().call('/api/health'),
      await target().call('/api/config'),
      await target().call('/api/nothing'),
      await target().call('/api/flows', { method: 'PATCH' }),
      await target().call('/api/flows', { token, text: '{"name":' }),
      await target().call('/api/flows', { token, text: '{"nodes":[{}]}' }),
      await target().call('/api/flows/%00', { token }),
      await target().call('/api/profile', { headers: { authorization: 'Bearer x' } }),
      await target().call('/api/auth/login', { text: 'x', headers: { 'content-type': 'text/plain' } }),
    ]
    for (const { headers, text } of answers) {
      for (const name of ['x-powered-by', 'server', 'via', 'x-aspnet-version', 'x-runtime']) {
        expect(headers).not.toHaveProperty(name)
      }
      expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d|SQLITE_|node:|hono|kysely|Error:|postgres/i)
    }
    measured(task, `${answers.length} kinds of answer: no Server header, version, stack or path`)
  })
})
