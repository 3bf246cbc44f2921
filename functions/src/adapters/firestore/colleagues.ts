import * as z from 'zod'
import type { Colleagues } from '../../lib/chat/desk/colleague.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { FieldValue, type Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { put, remove, repository, soundIn } from './repository.ts'

export const storedStanding = z.object({
  role: z.enum(['operations', 'support']).optional(),
  validSince: z.number(),
  endedAt: z.date().optional(),
})

const storedAbsence = z.looseObject({
  since: z.date(),
  until: z.date().optional(),
  dueAt: z.date().optional(),
})

export const colleagues = (db: Firestore): Colleagues => {
  const absences = repository(db, { path: (uid: string) => `absences/${uid}`, schema: storedAbsence })
  return {
    async find(userIds) {
      const ids = userIds.filter(isDocumentId)
      const snapshots = await db.getAll(ids.flatMap(id => [db.doc(`standings/${id}`), absences.doc(id)]))
      return new Map(
        ids.map((id, at) => {
          const standing = soundIn(snapshots[2 * at], storedStanding)
          const isStaff = standing?.role !== undefined
          const awayUntil = soundIn(snapshots[2 * at + 1], storedAbsence)?.until
          return [id, { isStaff, hasLeft: standing !== undefined && !isStaff, awayUntil }]
        }),
      )
    },

    absence: absences.read,

    saveAbsence(userId, absence, revision) {
      if (!absence) return commit(db, [remove(absences.doc(userId), revision)])
      const { since, until, dueAt } = absence
      const gone = revision === undefined ? {} : { until: FieldValue.delete(), dueAt: FieldValue.delete() }
      const fields = { since, ...gone, ...(until && { until }), ...(dueAt && { dueAt }) }
      return commit(db, [put(absences.doc(userId), fields, revision)])
    },
  }
}
