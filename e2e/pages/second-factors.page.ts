import type { Locator, Page } from '@playwright/test'

/** What a user signs in with beside the password: in Security, and where it is asked for. */
export class SecondFactorsPage {
  readonly section: Locator
  readonly addPasskey: Locator
  readonly passkeyName: Locator
  readonly passkeys: Locator
  readonly setUpApp: Locator
  readonly turnOffApp: Locator
  readonly qrCode: Locator
  readonly secret: Locator
  readonly code: Locator
  readonly turnOn: Locator
  readonly renewCodes: Locator
  readonly recoveryCodes: Locator
  /** Asks who is there. */
  readonly confirmation: Locator
  /** Asks for password and code. */
  readonly turningOff: Locator

  constructor(page: Page) {
    this.section = page.getByRole('region', { name: 'Passkeys and codes' })
    this.addPasskey = this.section.getByRole('button', { name: 'Add passkey' })
    this.passkeyName = this.section.getByLabel('Name of the new passkey')
    this.passkeys = this.section.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    this.setUpApp = this.section.getByRole('button', { name: 'Set up authenticator app' })
    this.turnOffApp = this.section.getByRole('button', { name: 'Turn off authenticator app' })
    this.qrCode = this.section.getByRole('img', { name: 'QR code of the secret' })
    this.secret = this.section.getByRole('textbox', { name: 'Secret' })
    this.code = this.section.getByRole('textbox', { name: 'Code', exact: true })
    this.turnOn = this.section.getByRole('button', { name: 'Turn on' })
    this.renewCodes = this.section.getByRole('button', { name: 'Make new recovery codes' })
    this.recoveryCodes = this.section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    this.confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
    this.turningOff = page.getByRole('dialog', { name: 'Turn off authenticator app' })
  }
}

/** Gives the browser of a page an authenticator of its own, which knows its user and needs no touch. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}
