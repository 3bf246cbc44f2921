import * as z from 'zod'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const query = z.object({ q: z.string().max(200).default('').meta({ description: 'How the name begins.' }) })

export const reply = z
  .object({ landlords: z.array(z.object({ landlordId: z.string(), name: z.string() })) })
  .meta({ id: 'Landlords' })

export const listLandlordsRoute = route({
  method: 'GET',
  path: '/api/landlords',
  access: 'operations',
  async answer({ context, request }) {
    const { q } = parse(query, request.query)
    return { landlords: await context.connections.accountsNamed(q.trim()) }
  },
  docs: () => ({
    id: 'listLandlords',
    summary: 'Find landlords by name',
    description: 'By name, 50 at most; upper and lower case count.',
    query,
    answers: ok('Who is found.', reply, { landlords: [{ landlordId: 'lars', name: 'Lars Lindqvist' }] }),
  }),
})
