import * as z from 'zod'
import { webhookRoutes } from '../../functions/src/http/webhooks/routes.ts'
import { type Check, check, refute } from './check.ts'

const deployAgain = 'Deploy again: npm run deploy'

const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })

async function expectStatus(
  url: string,
  wanted: number,
  init: RequestInit,
  remedy: string,
): Promise<Response> {
  const response = await ask(url, init)
  if (response.status === wanted) return response
  return refute(`${init.method ?? 'GET'} ${url} answers ${response.status}, not ${wanted}.`, remedy)
}

const apiDocument = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })

/** Checks from outside: public routes answer, protected ones refuse. None of them writes. */
export const outsideChecks = (publicUrl: string): Check[] => [
  check('pages', async () => {
    const page = await expectStatus(publicUrl, 200, {}, deployAgain)
    if (!page.headers.get('content-security-policy'))
      refute('The page has no content security policy.', 'Deploy hosting: npm run deploy -- --only hosting')
    await expectStatus(`${publicUrl}/api/docs`, 200, {}, deployAgain)
    return `${publicUrl} and /api/docs`
  }),
  check('API document', async () => {
    const response = await expectStatus(`${publicUrl}/api/openapi.json`, 200, {}, deployAgain)
    const { data } = apiDocument.safeParse(await response.json())
    if (!data) return refute('/api/openapi.json is no API document.', deployAgain)
    return `${Object.keys(data.paths).length} paths, OpenAPI ${data.openapi}`
  }),
  check('API', async () => {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"body":"-"}' }
    for (const what of ['messages', 'files'])
      await expectStatus(`${publicUrl}/chat/threads/verify/${what}`, 401, post, deployAgain)
    await expectStatus(`${publicUrl}/files/verify`, 404, {}, deployAgain)
    return 'refuses a post without a token'
  }),
  check('webhooks', async () => {
    const remedy = 'Whoever calls it is believed: look at its secret, then deploy again.'
    const form = { method: 'POST', body: new URLSearchParams({ MessageSid: 'SM0' }) }
    await Promise.all(webhookRoutes.map(({ path }) => expectStatus(publicUrl + path, 403, form, remedy)))
    return `${webhookRoutes.length} refuse what is not signed`
  }),
]

/** The bucket, which nobody may list who does not sign in. */
export const bucketCheck = (storage: string, bucket: string): Check =>
  check('files', async () => {
    const list = `${storage}/storage/v1/b/${encodeURIComponent(bucket)}/o`
    await expectStatus(list, 401, {}, 'Make the bucket as docs/deploy.md says, without public access.')
    return 'nobody without a token lists the bucket'
  })

/** Firestore's own API, which the rules protect. */
export const rulesCheck = (documents: string): Check => ({
  title: 'rules',
  async run() {
    const remedy = 'Deploy the rules: npm run deploy -- --only firestore:rules'
    const paths = ['threads/verify', 'auditLog/verify', 'users/verify', 'lanes/verify', 'unknown/verify']
    // Even if allowed it would change nothing: there is no such document.
    const write = { method: 'PATCH', body: '{}', headers: { 'Content-Type': 'application/json' } }
    await Promise.all(
      paths.flatMap(path => [
        expectStatus(`${documents}/${path}`, 403, {}, remedy),
        expectStatus(`${documents}/${path}?currentDocument.exists=true`, 403, write, remedy),
      ]),
    )
    return `nobody without a token reads or writes (${paths.length} collections)`
  },
})
