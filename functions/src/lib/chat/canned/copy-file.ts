import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { notHandedOut } from '../attachments/storage-failure.ts'
import { files } from '../files/model.ts'
import { noSuchFile, opened, wholeOf } from '../files/open-file.ts'
import { uploadFile } from '../files/upload-file.ts'

type Deps = Parameters<typeof uploadFile>[0] & Needs<'files' | 'store'>

/**
 * A message owns its files, so the reply's file is uploaded again. Throws `not-found`, and the errors of
 * `uploadFile`.
 */
export async function copyFile(
  deps: Deps,
  actor: Actor,
  { threadId, copyOf }: { threadId: string; copyOf: string },
): Promise<{ fileId: string }> {
  const file = isStaff(actor) ? (await deps.store.read(files.at(copyOf)))?.value : undefined
  if (file?.state !== 'kept') throw noSuchFile()
  const { name, type, bytes } = await opened(deps, copyOf, file)
  const whole = await wholeOf(bytes).catch(notHandedOut)
  return uploadFile(deps, actor, { threadId, name, type, bytes: whole })
}
