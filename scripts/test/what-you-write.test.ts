import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { storedGuest } from '../../functions/src/lib/chat/guest.ts'
import { storedThread } from '../../functions/src/lib/chat/thread.ts'
import {
  storedAccount,
  storedProperty,
  storedRatePlan,
  storedRequest,
  storedRoom,
} from '../../functions/src/lib/connection/model.ts'
import { storedReservation } from '../../functions/src/lib/reservations/reservation.ts'

const repo = path.join(import.meta.dirname, '../..')
const textOf = (file: string): string => readFileSync(path.join(repo, file), 'utf8')

/** The only fields of a user that are read; they have no schema. */
const storedUser = z.object({ displayName: z.string().optional(), name: z.string().optional() })

const schemas: Record<string, z.ZodObject> = {
  'accounts/{landlordId}': storedAccount,
  'properties/{id}': storedProperty,
  'properties/{id}/rooms/{id}': storedRoom,
  'properties/{id}/ratePlans/{id}': storedRatePlan,
  'connectionRequests/{id}': storedRequest,
  'guests/{id}': storedGuest,
  'reservations/{id}': storedReservation,
  'threads/{id}': storedThread,
  'users/{uid}': storedUser,
}

/** The points below each document's heading: one for each field, with `!` if the field is required. */
const rows = textOf('docs/what-you-write.md')
  .split(/^### /m)
  .slice(1)
  .flatMap(part => {
    const document = /^`(\S+)`\n/.exec(part)?.[1] ?? ''
    return [...part.matchAll(/^- `([\w.]+)`(!)?: .+$/gm)].map(([, field = '', needed]) => ({
      document,
      field,
      isNeeded: needed !== undefined,
    }))
  })

/** Every field of an object, fields of inner objects by their path. */
const fieldsOf = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? fieldsOf(field).map(inner => `${name}.${inner}`) : [name],
  )

/** The fields without which a document does not parse. */
function neededBy(schema: z.ZodObject): string[] {
  const empty = Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) =>
      field instanceof z.ZodObject ? [[name, {}]] : [],
    ),
  )
  return schema.safeParse(empty).error?.issues.map(issue => issue.path.join('.')) ?? []
}

it('lists fields of every document that a company writes', () => {
  expect(new Set(rows.map(({ document }) => document))).toEqual(new Set(Object.keys(schemas)))
})

it.each(Object.entries(schemas))('says of %s what its schema says', (document, schema) => {
  const listed = rows.filter(row => row.document === document)
  const needed = listed.filter(({ isNeeded }) => isNeeded).map(({ field }) => field)
  const fields = fieldsOf(schema)
  expect(listed.map(({ field }) => field).filter(field => !fields.includes(field))).toEqual([])
  expect(needed.toSorted()).toEqual(neededBy(schema).toSorted())
})

it('knows which fields of users are read', () => {
  const source = textOf('functions/src/lib/chat/author-names.ts')
  const read = [...source.matchAll(/textAt\(one, '(\w+)'\)/g)].map(([, field]) => field)
  expect(read).toEqual(Object.keys(storedUser.shape))
})
