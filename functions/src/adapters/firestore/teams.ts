import { storedTeam, type Team, type Teams, type ThreadPlace } from '../../lib/chat/desk/team.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Clock } from '../../lib/ports.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { soundIn, textIn } from './repository.ts'

/** How long what was read counts. Milliseconds. */
const freshMs = 60_000

/** `answerWithinMinutes`: of the default queue. */
export function teams(db: Firestore, clock: Pick<Clock, 'now'>, answerWithinMinutes: () => number): Teams {
  const known = new Map<string, { readAt: number; found: Promise<DocumentSnapshot> }>()
  const read = (path: string): Promise<DocumentSnapshot> => {
    const now = clock.now().getTime()
    const before = known.get(path)
    if (before && now - before.readAt < freshMs) return before.found
    const found = db.doc(path).get()
    known.set(path, { readAt: now, found })
    found.catch(() => known.delete(path))
    return found
  }
  const propertyOf = async ({ propertyId, reservationId }: ThreadPlace): Promise<string | undefined> => {
    if (propertyId || !reservationId || !isDocumentId(reservationId)) return propertyId ?? undefined
    return textIn(await db.doc(`reservations/${reservationId}`).get(), 'propertyId')
  }
  /** Null for a property without a team, undefined where none is known. */
  const teamIdAt = async (place: ThreadPlace): Promise<string | null | undefined> => {
    const propertyId = await propertyOf(place)
    if (!propertyId || !isDocumentId(propertyId)) return undefined
    const property = await read(`properties/${propertyId}`)
    return property.exists ? (textIn(property, 'teamId') ?? null) : undefined
  }

  return {
    async teamOf({ teamId, ...place }, isAnew = false) {
      const found = isAnew || teamId === undefined ? await teamIdAt(place) : undefined
      const id = found === undefined ? teamId : found
      const document = id && isDocumentId(id) ? await read(`teams/${id}`) : undefined
      const team = soundIn(document, storedTeam) ?? defaultQueue(answerWithinMinutes())
      return { teamId: (document?.exists && id) || null, team }
    },
  }
}

const defaultQueue = (answerWithinMinutes: number): Team => ({
  name: 'Default queue',
  timeZone: 'UTC',
  holidays: [],
  answerWithinMinutes,
  escalateTo: [],
  memberIds: [],
})
