import { storedTeam, type Team, type Teams } from '../../lib/chat/desk/team.ts'
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
  const teamIdOf = async (propertyId: string | null | undefined): Promise<string | undefined> =>
    propertyId && isDocumentId(propertyId)
      ? textIn(await read(`properties/${propertyId}`), 'teamId')
      : undefined

  return {
    async teamOf({ teamId, propertyId }) {
      const id = teamId === undefined ? await teamIdOf(propertyId) : (teamId ?? undefined)
      const team = id && isDocumentId(id) ? soundIn(await read(`teams/${id}`), storedTeam) : undefined
      return id && team ? { teamId: id, team } : { teamId: null, team: defaultQueue(answerWithinMinutes()) }
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
