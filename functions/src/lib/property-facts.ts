import * as z from 'zod'
import type { Actor } from './actor.ts'
import { buildAuditEntry } from './audit.ts'
import { noSuchProperty, properties } from './company.ts'
import type { Needs } from './context.ts'
import { fieldAt } from './documents.ts'
import { amend } from './durable/amend.ts'
import { isReservedKey } from './identifiers.ts'
import { patch, type StoredDocument } from './store.ts'

const mostFacts = 50

const name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine(key => !isReservedKey(key), 'must not be of the form __…__')

/** By name, such as `doorCode`. */
export const facts = z
  .record(name, z.string().trim().max(2_000))
  .refine(all => Object.keys(all).length <= mostFacts, `must be ${mostFacts} at most`)
export type Facts = z.infer<typeof facts>

/** Other systems may write anything among them. */
export const storedFacts = z
  .record(z.string(), z.unknown())
  .catch({})
  .default({})
  .transform(
    (all): Facts =>
      Object.fromEntries(
        Object.entries(all).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
      ),
  )

export const propertyFacts = z.strictObject({ facts }).meta({ id: 'PropertyFacts' })

export const factsOf = (property: StoredDocument | undefined): Facts =>
  storedFacts.parse(fieldAt(property?.value, 'facts'))

/** Throws `property-not-found`. */
export async function readFacts(
  { store }: Needs<'store'>,
  propertyId: string,
): Promise<z.infer<typeof propertyFacts>> {
  const { property } = await store.get({ property: properties.named(propertyId) })
  if (!property) throw noSuchProperty(propertyId, readListAgain)
  return { facts: factsOf(property) }
}

const readListAgain = 'Read the list of properties again.'

/** Replaces all facts. Throws `property-not-found`. */
export async function setFacts(
  deps: Needs<'store'>,
  actor: Actor,
  { propertyId, facts: next }: { propertyId: string; facts: Facts },
): Promise<z.infer<typeof propertyFacts>> {
  const place = properties.named(propertyId)
  return amend(deps, {
    read: { property: place },
    audit: buildAuditEntry(deps, actor, {
      action: 'property.facts',
      targetType: 'property',
      targetId: propertyId,
      metadata: { count: Object.keys(next).length },
    }),
    decide({ property }) {
      if (!place || !property) throw noSuchProperty(propertyId, readListAgain)
      return { writes: [patch(place, { facts: next }, property.revision)], result: { facts: next } }
    },
  })
}
