import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { notHandedOut } from '../files/failed.ts'
import { noSuchFile, opened, wholeOf } from '../files/open-file.ts'
import { uploadFile } from '../files/upload-file.ts'

type Deps = Parameters<typeof uploadFile>[0] & Needs<'fileRecords' | 'files'>

/**
 * Uploads a file of a canned reply anew, for a message of that thread and author: what a message takes is its own. Throws
 * `not-found`, and whatever `uploadFile` throws.
 */
export async function copyFile(
  deps: Deps,
  actor: Actor,
  { threadId, copyOf }: { threadId: string; copyOf: string },
): Promise<{ fileId: string }> {
  const file = isStaff(actor) ? (await deps.fileRecords.read(copyOf))?.value : undefined
  if (file?.state !== 'kept') throw noSuchFile()
  const { name, type, bytes } = await opened(deps, copyOf, file)
  const whole = await wholeOf(bytes).catch(notHandedOut)
  return uploadFile(deps, actor, { threadId, name, type, bytes: whole })
}
