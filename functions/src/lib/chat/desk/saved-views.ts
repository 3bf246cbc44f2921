import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { addressOf, readAddress } from './list-address.ts'
import type { SavedView } from './ports.ts'

/** Most that somebody keeps. */
export const mostSavedViews = 30

/** Those of the caller, in their order. */
export const readViews = ({ savedViews }: Needs<'savedViews'>, actor: Actor): Promise<SavedView[]> =>
  savedViews.read(actor.uid)

/** Replaces those of the caller; of two calls at once the later one stands. Answers with what is kept. */
export async function saveViews(
  { savedViews }: Needs<'savedViews'>,
  actor: Actor,
  { views }: { views: readonly SavedView[] },
): Promise<SavedView[]> {
  const kept = views.map(({ name, query }) => ({
    name,
    query: addressOf(readAddress(new URLSearchParams(query))),
  }))
  await savedViews.write(actor.uid, kept)
  return kept
}
