import { expect, it } from 'vitest'
import * as z from 'zod'
import { apiDocument } from '../../../scripts/api/document.ts'

import { call, expectProblem, signIn, uniqueId } from '../support/stack.ts'

const staff = await signIn({ role: 'operations' })

const field = z.looseObject({ format: z.string().optional(), anyOf: z.array(z.looseObject({})).optional() })
const operation = z.looseObject({
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.looseObject({
          schema: z.looseObject({ properties: z.record(z.string(), field).optional() }),
          example: z.unknown().optional(),
        }),
      ),
    })
    .optional(),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

const isTime = ({ format, anyOf = [] }: z.infer<typeof field>): boolean =>
  format === 'date-time' || anyOf.some(one => one.format === 'date-time')

const { paths } = document.parse(JSON.parse(JSON.stringify(apiDocument())))
/** Every time field of every body that a signed-in caller may send, as the document of the API has them. */
const times = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const { schema, example } = requestBody?.content['application/json'] ?? {}
    const names = Object.entries(schema?.properties ?? {}).flatMap(([name, one]) =>
      isTime(one) ? [name] : [],
    )
    return path.startsWith('/webhooks/') ? [] : names.map(name => ({ path, method, name, example }))
  }),
)

it('the document of the API has times', () => expect(times.length).toBeGreaterThan(5))

it.each(times)(
  '$method $path refuses a $name that cannot be stored',
  async ({ path, method, name, example }) => {
    const at = path.replaceAll(/\{\w+\}/g, () => uniqueId('odd'))
    for (const odd of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-10:00', '0001-01-01T00:00:00+05:30']) {
      const answer = await call(method.toUpperCase(), at, {
        token: staff.token,
        body: { ...Object(example), [name]: odd },
      })
      expectProblem(answer, '400 validation-failed')
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ path: name }))
    }
  },
)

it.each([
  'from=0000-01-01&to=0000-02-01',
  'from=9999-12-31&to=9999-12-31',
  `from=2026-01-01&to=2026-01-31&cursor=${Buffer.from('2026-01-05 999999999999999 x').toString('base64url')}`,
])('the ledger refuses %s', async query => {
  const answer = await call('GET', `/api/ledger?${query}`, { token: staff.token })
  expectProblem(answer, '400 validation-failed')
})
