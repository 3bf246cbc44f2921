import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { collection, set } from '../../store.ts'
import { addressOf, isAddress, readAddress } from './list-address.ts'

export const mostSavedViews = 30

/** `query` has the form of `addressOf`. */
export const savedViews = z
  .object({ views: z.array(z.object({ name: z.string(), query: z.string() })) })
  .meta({ id: 'SavedViews' })
type SavedViews = z.infer<typeof savedViews>
export type SavedView = SavedViews['views'][number]

export const viewsToSave = z.strictObject({
  views: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(60),
        query: z
          .string()
          .max(1000)
          .refine(query => isAddress(new URLSearchParams(query)), 'must be the query of a list of threads')
          .meta({ description: 'Of the inbox’s address: `view`, `team`, `property`, `stay`, `channel`.' }),
      }),
    )
    .max(mostSavedViews)
    .refine(
      views => new Set(views.map(({ name }) => name)).size === views.length,
      'must have a name of its own each',
    ),
})

const userViews = collection('userViews/{userId}', savedViews.loose()).sound

export const readViews = async ({ store }: Needs<'store'>, { uid }: Actor): Promise<SavedView[]> =>
  (await store.read(userViews.at(uid)))?.value.views ?? []

/** Of two concurrent calls the later one stands. */
export async function saveViews(
  { store }: Needs<'store'>,
  { uid }: Actor,
  { views }: SavedViews,
): Promise<SavedView[]> {
  const canonicalViews = views.map(({ name, query }) => ({
    name,
    query: addressOf(readAddress(new URLSearchParams(query))),
  }))
  await store.write([set(userViews.at(uid), { views: canonicalViews })])
  return canonicalViews
}
