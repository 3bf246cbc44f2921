import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import type { AlgoliaConfig } from '../../src/adapters/algolia/client.ts'
import type { ChannelManagerConfig } from '../../src/adapters/channel-manager/client.ts'
import type { TwilioConfig } from '../../src/adapters/twilio/messenger.ts'
import { type FailureKind, ProviderError } from '../../src/lib/errors.ts'
import { sandboxAt, type Vendor, type Fault as VendorFault } from '../support/sandbox.ts'

export const credentials = sandboxCredentials

export type Fault = Omit<VendorFault, 'vendor'>

/** A sandbox for one test file, reset before each test. */
export function useSandbox(vendor: Vendor) {
  let sandbox: Sandbox
  const at = () => sandboxAt(sandbox.url)
  beforeAll(async () => {
    sandbox = await startSandbox({ credentials })
  })
  beforeEach(async () => {
    await at().clearFaults()
    await at().reset()
  })
  afterAll(() => sandbox.close())
  return {
    vendorUrl: () => `${sandbox.url}/${vendor}`,
    fault: (fault: Fault) => at().fault({ vendor, ...fault }),
    /** Makes the vendor answer with that body, and do nothing. */
    answer: (body: unknown, more: Omit<Fault, 'mode'> = {}) =>
      at().fault({ vendor, mode: 'malformed', body, ...more }),
    refuse: (status: number, more: Omit<Fault, 'mode'> = {}) =>
      at().fault({ vendor, mode: 'status', status, ...more }),
    firstBody: async () => (await at().requests(vendor))[0]?.body,
    seed: (seed: object) => at().seed(seed),
    control: (method: string, path: string, body?: object) => at().control(method, path, body),
    requests: () => at().requests(vendor),
    state: async (list: string): Promise<Record<string, unknown>[]> => (await at().state(vendor))[list],
  }
}

export const channelManagerConfig = (url: string): ChannelManagerConfig => ({
  url,
  apiKey: credentials.channelManagerApiKey,
  timeoutMs: 30_000,
})

export const algoliaConfig = (url: string): AlgoliaConfig => ({
  url,
  appId: credentials.algoliaAppId,
  apiKey: credentials.algoliaApiKey,
  index: 'threads',
  timeoutMs: 30_000,
})

export const twilioConfig = (url: string): TwilioConfig => ({
  url,
  accountSid: credentials.twilioAccountSid,
  authToken: credentials.twilioAuthToken,
  chatappSender: credentials.chatappSender,
  smsSender: credentials.smsSender,
  publicUrl: 'https://platform.example/',
  templates: {},
  timeoutMs: 30_000,
})

/** A URL at which nobody listens: its port was free a moment ago. */
export async function closedUrl(): Promise<string> {
  const short = await startSandbox({ credentials })
  await short.close()
  return short.url
}

export async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProviderError)) throw error
  return error
}

export const expectKind = async (call: Promise<unknown>, kind: FailureKind) =>
  expect((await failure(call)).kind).toBe(kind)

/** Checks that neither the error nor its cause, shown in any usual way, holds one of these texts. */
export function expectNoLeak(error: Error, secrets: readonly string[]): void {
  const shown = [
    error.message,
    String(error),
    error.stack ?? '',
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    inspect(error, { depth: 20, showHidden: true }),
    inspect(error.cause, { depth: 20, showHidden: true }),
  ].join('\n')
  for (const secret of secrets) expect(shown).not.toContain(secret)
}

export interface FailureCase {
  name: string
  fault: Fault
  kind: FailureKind
  status?: number
  timedOut?: boolean
}

const status = (code: number, kind: FailureKind, more: Partial<Fault> = {}): FailureCase => ({
  name: `status ${code}${more.headers ? ' with Retry-After' : ''}`,
  fault: { mode: 'status', status: code, ...more },
  kind,
  status: code,
})

/** The kind of error for each failure of a vendor; `lost` is the kind where the answer is missing. */
const failuresWith = (lost: FailureKind): FailureCase[] => [
  ...[400, 401, 403, 404, 409, 422].map(code => status(code, 'permanent')),
  status(408, 'retryable'),
  status(429, 'retryable'),
  status(429, 'retryable', { headers: { 'retry-after': '30' } }),
  status(302, lost, { headers: { location: 'http://127.0.0.1:9/elsewhere' } }),
  status(500, lost),
  status(502, lost),
  status(503, lost),
  status(503, lost, { headers: { 'retry-after': '30' } }),
  { name: 'reset', fault: { mode: 'reset' }, kind: lost },
  { name: 'processed, then reset', fault: { mode: 'processed-then-reset' }, kind: lost },
  { name: 'no answer', fault: { mode: 'timeout' }, kind: lost, timedOut: true },
  {
    name: 'an answer too late',
    fault: { mode: 'delay', delayMs: 8000, processed: true },
    kind: lost,
    timedOut: true,
  },
  { name: 'a malformed answer', fault: { mode: 'malformed' }, kind: 'unknown' },
]

const writeFailures = failuresWith('unknown')
export const readFailures = failuresWith('retryable')

/** How the channel manager says no with a 200. */
export const errorsInOk: FailureCase = {
  name: 'a 200 that carries errors',
  fault: { mode: 'malformed', body: { errors: { code: 'validation_error', details: ['no'] } } },
  kind: 'permanent',
  status: 200,
}

/** Patience with a fault: short where the answer never comes, else longer than a busy machine needs. */
export const patienceMs = ({ timedOut = false }: Pick<FailureCase, 'timedOut'>): number =>
  timedOut ? 500 : 5000

/** Checks one failure: its kind, its status, that it leaks nothing and that it is over in time. */
export async function expectFailure(
  call: () => Promise<unknown>,
  { kind, status: code, timedOut = false }: Pick<FailureCase, 'kind' | 'status' | 'timedOut'>,
  secrets: readonly string[],
): Promise<ProviderError> {
  const start = performance.now()
  const error = await failure(call())
  if (timedOut) expect(performance.now() - start).toBeLessThan(4000)
  expect({ kind: error.kind, timedOut: error.timedOut }).toEqual({ kind, timedOut })
  if (code !== undefined) expect(error.status).toBe(code)
  expectNoLeak(error, secrets)
  return error
}

type Calls<Client> = Record<string, (client: Client) => Promise<unknown>>

interface Failing<Client> {
  client: (more: { timeoutMs?: number; url?: string; apiKey?: string; authToken?: string }) => Client
  reads?: Calls<Client>
  writes?: Calls<Client>
  /** Failures beside those of every vendor. */
  more?: FailureCase[]
  /** Whether the call gives undefined for this failure, as for "not found" or an answer of any form. */
  isFine?: (call: string, failing: FailureCase) => boolean
  /** Fields of the error of a wrong key, beside its kind. */
  wrongKey?: { status?: number; providerCode?: string }
  secrets: readonly string[]
}

/** Tests each call of a client with each failure of its vendor; a write is sent once. */
export function describeFailures<Client>(
  sandbox: ReturnType<typeof useSandbox>,
  {
    client,
    reads = {},
    writes = {},
    more = [],
    isFine = () => false,
    wrongKey = {},
    secrets,
  }: Failing<Client>,
): void {
  const matrix = (calls: Calls<Client>, failures: FailureCase[], isWrite: boolean) =>
    Object.entries(calls).flatMap(([name, call]) =>
      [...failures, ...more].map(failing => ({
        title: `${name}: ${failing.name}`,
        name,
        call,
        failing,
        isWrite,
      })),
    )
  const cases = [...matrix(reads, readFailures, false), ...matrix(writes, writeFailures, true)]

  describe('a failing vendor', () => {
    it.each(cases)('$title', async ({ name, call, failing, isWrite }) => {
      await sandbox.fault(failing.fault)
      const failingClient = client({ timeoutMs: patienceMs(failing) })
      if (isFine(name, failing)) return expect(await call(failingClient)).toBeUndefined()
      await expectFailure(() => call(failingClient), failing, secrets)
      const written = (await sandbox.requests()).filter(({ method }) => method !== 'GET')
      if (isWrite) expect(written).toHaveLength(1)
    })

    it.each(Object.entries({ ...reads, ...writes }))('%s: nobody listens', async (_, call) => {
      const lonely = client({ url: await closedUrl() })
      await expectFailure(() => call(lonely), { kind: 'retryable' }, secrets)
    })

    it.each(Object.entries({ ...reads, ...writes }))('%s: never shows a wrong key', async (_, call) => {
      const error = await failure(call(client({ apiKey: 'SG.a-wrong-key', authToken: 'a-wrong-key' })))
      expect(error).toMatchObject({ kind: 'permanent', ...wrongKey })
      expectNoLeak(error, [...secrets, 'a-wrong-key'])
    })
  })
}
