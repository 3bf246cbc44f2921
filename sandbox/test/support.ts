import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Sandbox, sandboxCredentials, startSandbox } from '../src/index.ts'

export const credentials = sandboxCredentials

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Untyped: expectations check its shape. */
  readonly body: ReturnType<typeof JSON.parse>
}

async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const jsonInit = (method: string, headers: Record<string, string>, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

const basic = Buffer.from(`${credentials.twilioAccountSid}:${credentials.twilioAuthToken}`).toString('base64')
const account = `/2010-04-01/Accounts/${credentials.twilioAccountSid}`

interface Options {
  /** Each test has a new sandbox. */
  forEachTest?: boolean
  /** The project that the sandbox calls. */
  project?: { readonly url: string }
}

/** A sandbox of the test file's own, and a client for each vendor. */
export function useSandbox({ forEachTest = false, project }: Options = {}) {
  let sandbox: Sandbox
  const [before, after] = forEachTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    sandbox = await startSandbox({ credentials, publicUrl: project?.url })
  })
  after(() => sandbox.close())
  const callAt = (path: string, init: RequestInit) => call(`${sandbox.url}${path}`, init)
  const algoliaHeaders = (key: string) => ({
    'x-algolia-application-id': credentials.algoliaAppId,
    'x-algolia-api-key': key,
  })
  return {
    get url() {
      return sandbox.url
    },
    control: (method: string, path: string, body?: unknown) =>
      callAt(`/_sandbox${path}`, jsonInit(method, {}, body)),
    manager: (method: string, path: string, body?: unknown, key = credentials.channelManagerApiKey) =>
      callAt(`/channel-manager${path}`, jsonInit(method, { 'user-api-key': key }, body)),
    send: (form: Record<string, string> | [string, string][], authorization = `Basic ${basic}`) =>
      callAt(`/twilio${account}/Messages.json`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams(form),
      }),
    twilio: (path: string, method = 'GET', form?: Record<string, string>) =>
      callAt(`/twilio${account}${path}`, {
        method,
        headers: { authorization: `Basic ${basic}` },
        ...(form && { body: new URLSearchParams(form) }),
      }),
    mail: (body: unknown, key = credentials.sendgridApiKey) =>
      callAt('/sendgrid/v3/mail/send', jsonInit('POST', { authorization: `Bearer ${key}` }, body)),
    algolia: (method: string, path: string, body?: unknown, key = credentials.algoliaApiKey) =>
      callAt(`/algolia${path}`, jsonInit(method, algoliaHeaders(key), body)),
    guest: (method: string, path: string, body?: unknown, key = credentials.guestPlatformApiKey) =>
      callAt(`/guest-platform${path}`, jsonInit(method, { authorization: `Bearer ${key}` }, body)),
  }
}

export type TestSandbox = ReturnType<typeof useSandbox>
