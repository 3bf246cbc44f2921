import type { Needs } from '../../context.ts'
import type { Versioned } from '../../ports.ts'
import { remove } from '../../store.ts'
import { type FileRecord, fileWrite, files as records } from './model.ts'

type Deps = Needs<'files' | 'store'>

export async function removeFile(deps: Deps, fileId: string): Promise<void> {
  const stored = await deps.store.read(records.at(fileId))
  const { dueAt } = stored?.value ?? {}
  if (stored && dueAt && dueAt <= deps.clock.now()) await takeAway(deps, fileId, stored)
}

/** Use ends before the bytes go; the record goes last. False if it stays. */
async function takeAway(
  { clock, files, store }: Deps,
  fileId: string,
  { value, revision }: Versioned<FileRecord>,
): Promise<boolean> {
  const going: FileRecord = { ...value, state: 'going', dueAt: clock.now() }
  const ended =
    value.state === 'going' ? { result: revision } : await store.commit([fileWrite(fileId, revision, going)])
  // A message took the file, or another run goes on.
  if (ended === 'unresolved') return false
  await files.remove(fileId)
  return (await store.commit([remove(records.at(fileId), ended.result)])) !== 'unresolved'
}
