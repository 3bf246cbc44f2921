import { defined } from '../../documents.ts'
import { collection, create, expiring, patch, set, type Write } from '../../store.ts'
import { files } from '../files/model.ts'
import { type ScheduledWrite, storedScheduled } from './scheduled-send.ts'

export const scheduledSends = collection('scheduledSends/{key}', storedScheduled)

/** Replaces all old fields. */
export function scheduledWrites({ key, scheduled, previous, waiting }: ScheduledWrite): Write[] {
  const document = scheduledSends.at(key)
  const end = scheduled.endedAt && expiring('scheduledSends', scheduled.endedAt)
  const fields = defined({ ...scheduled, ...end })
  const waitingFiles = waiting?.files ?? []
  return [
    ...(previous === undefined
      ? [create(document, fields)]
      : [patch(document, { status: scheduled.status }, previous), set(document, fields)]),
    ...waitingFiles.map(({ fileId, revision }) =>
      patch(files.at(fileId), { dueAt: waiting?.until }, revision),
    ),
  ]
}
