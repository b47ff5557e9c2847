import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { issueCertificate } from './certificates.ts'
import { freePort } from './free-port.ts'
import { newFolder } from './new-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const CONFIGURATION = join(ROOT, 'deploy', 'nginx.conf')
const UNPACKED = join(ROOT, '.cache', 'nginx')
const PROGRAMS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', join(UNPACKED, 'usr', 'sbin', 'nginx')]
const HOST = 'plimsoll.example.com'

/** The machine's nginx, or that of Debian's package, unpacked without being installed, which would start it. */
export function findNginx(): string | undefined {
  const found = () => PROGRAMS.find((program) => existsSync(program) && succeeds(program, ['-v']))
  return found() ?? (unpack() || (updateLists() && unpack()) ? found() : undefined)
}

const succeeds = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { cwd: UNPACKED, stdio: 'ignore' }).status === 0

const updateLists = () => succeeds('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'update'])

function unpack(): boolean {
  mkdirSync(UNPACKED, { recursive: true })
  if (!succeeds('apt-get', ['download', 'nginx'])) return false
  return globSync('nginx_*.deb', { cwd: UNPACKED }).some((file) => succeeds('dpkg-deb', ['-x', file, '.']))
}

export interface RunningProxy {
  host: string
  httpPort: number
  httpsPort: number
  /** The certificate of the authority that signed its own. */
  authority: string
  /** The lines of its access log. */
  log(): string[]
  /** What it writes of faults. */
  errors: readonly string[]
  stop(): Promise<void>
}

/** Runs the configuration that is shipped in front of a server, with other ports and files and a certificate of its own. */
export async function startProxy(program: string, serverPort: number): Promise<RunningProxy> {
  const folder = await newFolder('proxy')
  const authority = issueCertificate(folder, HOST)
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const log = join(folder, 'access.log')
  const shipped = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${httpsPort}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, folder)
    .replaceAll('/var/log/nginx/plimsoll.log', log)
    .replaceAll('/var/log/nginx/error.log', 'stderr')
  writeFileSync(join(folder, 'plimsoll.conf'), shipped)
  const whole = join(folder, 'nginx.conf')
  writeFileSync(whole, aroundIt(folder))
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', whole], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  const errors: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      errors.push(line)
      if (line.includes('start worker process')) resolve()
    })
    ended.then(() => reject(new Error(`nginx has ended:\n${errors.join('\n')}`)), reject)
  })
  return {
    host: HOST,
    httpPort,
    httpsPort,
    authority,
    errors,
    log: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What stands in nginx.conf around the files of conf.d. */
function aroundIt(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include ${folder}/plimsoll.conf;
}
`
}
