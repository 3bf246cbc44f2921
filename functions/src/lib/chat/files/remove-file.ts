import type { Needs } from '../../context.ts'
import type { Versioned } from '../../ports.ts'
import type { FileRecord } from './ports.ts'

type Deps = Needs<'fileRecords' | 'files'>

/** Takes away a file that is due: no message came to use it, or the one that did has ended. */
export async function removeFile(deps: Deps, fileId: string): Promise<void> {
  const stored = await deps.fileRecords.read(fileId)
  const { dueAt } = stored?.value ?? {}
  if (stored && dueAt && dueAt <= deps.clock.now()) await takeAway(deps, fileId, stored)
}

/** First nobody can use it any more, then its bytes go, then what leads to them. Answers whether it is gone. */
export async function takeAway(
  { clock, fileRecords, files }: Deps,
  fileId: string,
  { value, revision }: Versioned<FileRecord>,
): Promise<boolean> {
  const going: FileRecord = { ...value, state: 'going', dueAt: clock.now() }
  const ended =
    value.state === 'going' ? { result: revision } : await fileRecords.put(fileId, revision, going)
  // A message took it, or it is looked at again.
  if (ended === 'unresolved') return false
  await files.remove(fileId)
  return (await fileRecords.remove(fileId, ended.result)) !== 'unresolved'
}
