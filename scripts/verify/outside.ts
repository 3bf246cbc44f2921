import * as z from 'zod'
import { webhookRoutes } from '../../functions/src/http/webhooks/routes.ts'
import { type Check, check, refute } from './check.ts'

async function expectStatus(
  url: string,
  status: number,
  remedy = 'Deploy again: npm run deploy',
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
  if (response.status === status) return response
  return refute(`${init.method ?? 'GET'} ${url} answers ${response.status}, not ${status}.`, remedy)
}

const apiDocument = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })

/** Checks from outside: public routes answer, protected ones refuse. None of them writes. */
export const outsideChecks = (publicUrl: string): Check[] => [
  check('pages', async () => {
    const page = await expectStatus(publicUrl, 200)
    if (!page.headers.get('content-security-policy'))
      refute('The page has no content security policy.', 'Deploy hosting: npm run deploy -- --only hosting')
    await expectStatus(`${publicUrl}/api/docs`, 200)
    return `${publicUrl} and /api/docs`
  }),
  check('API document', async () => {
    const response = await expectStatus(`${publicUrl}/api/openapi.json`, 200)
    const { paths, openapi } = apiDocument.parse(await response.json())
    return `${Object.keys(paths).length} paths, OpenAPI ${openapi}`
  }),
  check('API', async () => {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"body":"-"}' }
    for (const what of ['messages', 'files'])
      await expectStatus(`${publicUrl}/chat/threads/verify/${what}`, 401, undefined, post)
    await expectStatus(`${publicUrl}/files/verify`, 404)
    return 'refuses a post without a token'
  }),
  check('webhooks', async () => {
    const remedy = 'Whoever calls it is believed: look at its secret, then deploy again.'
    const form = { method: 'POST', body: new URLSearchParams({ MessageSid: 'SM0' }) }
    await Promise.all(webhookRoutes.map(({ path }) => expectStatus(publicUrl + path, 403, remedy, form)))
    return `${webhookRoutes.length} refuse what is not signed`
  }),
]

/** The bucket must not list its files to anybody who is not signed in. */
export const bucketCheck = (storage: string, bucket: string): Check =>
  check('files', async () => {
    const list = `${storage}/storage/v1/b/${encodeURIComponent(bucket)}/o`
    await expectStatus(list, 401, 'Make the bucket as docs/deploy.md says, without public access.')
    return 'nobody without a token lists the bucket'
  })

/** Firestore's own API, which the rules protect. */
export const rulesCheck = (documents: string): Check =>
  check('rules', async () => {
    const remedy = 'Deploy the rules: npm run deploy -- --only firestore:rules'
    const paths = ['threads/verify', 'auditLog/verify', 'users/verify', 'lanes/verify', 'unknown/verify']
    // Even if the rules allowed the write, it would change nothing: there is no such document.
    const write = { method: 'PATCH', body: '{}', headers: { 'Content-Type': 'application/json' } }
    await Promise.all(
      paths.flatMap(path => [
        expectStatus(`${documents}/${path}`, 403, remedy),
        expectStatus(`${documents}/${path}?currentDocument.exists=true`, 403, remedy, write),
      ]),
    )
    return `nobody without a token reads or writes (${paths.length} collections)`
  })
