import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { anyFields, collection, remove, set } from '../../store.ts'

/** Milliseconds until an entry without an end expires. */
const entryLifeMs = 60 * 60_000

const presence = collection('presence/{threadId}', anyFields)
/** One document a writer: one query finds all, and one stop hides no other. */
const writing = collection('writing/{id}', anyFields)

export const ownPresence = z.strictObject({ isWriting: z.boolean() })

/** Presence ends by age, so nobody reports leaving; a missing thread's entry does, too. */
export async function sayPresence(
  { clock, presencePace, store }: Needs<'presencePace' | 'store'>,
  actor: Actor,
  { threadId, isWriting }: { threadId: string } & z.infer<typeof ownPresence>,
): Promise<void> {
  const [key, at] = [`${threadId}/${actor.uid}`, clock.now()]
  if (!presencePace.turn(key, isWriting, at)) return
  const { uid: userId } = actor
  const expiresAt = new Date(at.getTime() + entryLifeMs)
  const written = writing.at(`in:${threadId}:${encodeURIComponent(userId.toWellFormed())}`)
  try {
    await store.write([
      set(presence.at(threadId), { people: { [userId]: { isWriting, at } }, expiresAt }, true),
      isWriting ? set(written, { threadId, userId, at, expiresAt }) : remove(written),
    ])
  } catch (error) {
    presencePace.forget(key)
    throw error
  }
}
