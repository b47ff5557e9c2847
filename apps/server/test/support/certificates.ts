import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NEW_KEY = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/**
 * Makes an authority and has it sign a certificate for a host, as `fullchain.pem` and `privkey.pem` in `folder`. Gives back the
 * authority's certificate.
 */
export function issueCertificate(folder: string, host: string): string {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const authority = ['-keyout', at('authority.key'), '-out', at('authority.pem')]
  openssl(...NEW_KEY, '-x509', '-days', '2', '-subj', '/CN=Test authority', ...authority)
  openssl(...NEW_KEY, '-subj', `/CN=${host}`, '-keyout', at('privkey.pem'), '-out', at('request.pem'))
  writeFileSync(at('extensions'), `subjectAltName=DNS:${host}`)
  const signer = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial']
  const signed = ['-in', at('request.pem'), '-out', at('fullchain.pem'), '-extfile', at('extensions')]
  openssl('x509', '-req', '-days', '2', ...signer, ...signed)
  return readFileSync(at('authority.pem'), 'utf8')
}
