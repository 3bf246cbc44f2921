import { expect, it } from 'vitest'
import { localParameters } from '../stack/parameters.ts'
import { missingIn, type Present, requirements } from './missing.ts'

const { plain } = localParameters('http://sandbox', 'http://public')
const complete: Present = {
  environment: plain,
  apis: new Set(requirements.apis),
  secrets: new Set(requirements.secrets),
  buckets: new Set(['sandbox-files']),
}
const caps = { MAX_SENDS_PER_USER_PER_DAY: '9', MAX_SENDS_BY_MEMBERS_PER_DAY: '99' }
const of = (present: Partial<Present>) =>
  missingIn('p', requirements, { ...complete, environment: { ...plain, ...caps }, ...present })

it('requires the parameters without a default, and every secret', () => {
  expect(requirements.parameters).toEqual(['PUBLIC_URL', 'CHAT_JOIN_POLICY', 'ALLOWED_COUNTRIES'])
  expect(requirements.secrets).toContain('TWILIO_AUTH_TOKEN')
})

it('finds nothing to set in a project that has all', () => {
  expect(of({})).toEqual([])
})

it('gives the lines that set what is missing', () => {
  const secrets = new Set(requirements.secrets.filter(name => name !== 'OPT_OUT_KEY'))
  const [apis, secret, bucket] = of({
    apis: new Set(requirements.apis.slice(1)),
    secrets,
    buckets: new Set(),
  })
  expect([apis, secret]).toEqual([
    {
      what: 'missing APIs: artifactregistry.googleapis.com',
      lines: ['gcloud services enable artifactregistry.googleapis.com --project p'],
      stops: true,
    },
    {
      what: 'missing secrets: OPT_OUT_KEY',
      lines: ['npx firebase functions:secrets:set OPT_OUT_KEY --project p'],
      stops: true,
    },
  ])
  expect(bucket?.lines.join()).toMatch(/^gcloud storage buckets create gs:\/\/sandbox-files --project p /)
})

it('names a vendor without credentials, which stops no deployment', () => {
  const secrets = new Set(requirements.secrets.filter(name => name !== 'ALGOLIA_API_KEY'))
  expect(of({ secrets }).at(-1)).toEqual({
    what: 'Algolia has no ALGOLIA_API_KEY: threads cannot be searched',
    lines: [],
    stops: false,
  })
})

it('gives the lines for settings that could not be read, and does not stop the deployment', () => {
  const [apis, secrets, ...others] = of({ apis: undefined, secrets: undefined })
  expect([apis?.stops, secrets?.stops, others]).toEqual([false, false, []])
  expect(apis?.lines).toHaveLength(1)
  expect(secrets?.lines).toHaveLength(requirements.secrets.length)
})

it('requires the caps on sends if messages may go to every country', () => {
  expect(of({ environment: plain })).toEqual([
    {
      what: 'parameters without a value in functions/.env.p (docs/configuration.md):',
      lines: ['MAX_SENDS_PER_USER_PER_DAY="…"', 'MAX_SENDS_BY_MEMBERS_PER_DAY="…"'],
      stops: true,
    },
  ])
})

it('reads the ids of templates as the functions do', () => {
  const [first = '', ...others] = (plain.CHATAPP_TEMPLATES ?? '').split(',')
  const withTemplates = (CHATAPP_TEMPLATES: string) =>
    of({ environment: { ...plain, ...caps, CHATAPP_TEMPLATES } })
  expect(withTemplates(others.join())).toEqual([
    expect.objectContaining({ what: expect.stringContaining(first.split('=')[0] ?? ''), stops: false }),
  ])
  expect(withTemplates('reply-request=HX')).toEqual([expect.objectContaining({ stops: true })])
})
