import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { ProviderError } from '../../errors.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { fileName, safeType } from '../attachments/file-type.ts'
import type { MessageFile } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { maxFileBytes, typeOfFile } from './file-types.ts'
import { wholeOf } from './open-file.ts'
import type { FileRecord } from './ports.ts'

export type FetchDeps = Needs<'carriers' | 'fileRecords' | 'files' | 'messages'>

const minute = 60_000
/** How long a file is asked for, milliseconds, and how often at least, since nobody may have asked for a day. */
const [triedFor, leastTries] = [24 * 60 * minute, 6]

/**
 * Fetches a file that came in before its address ends, keeps it, and tells its message what it is. Doing it twice, also
 * at once, keeps the same. What cannot be had is tried again for a day, then it is lost.
 */
export async function fetchFile(deps: FetchDeps, fileId: string): Promise<void> {
  const found = await deps.fileRecords.read(fileId)
  if (found?.value.state !== 'coming') return
  const got = await inTurn(() => load(deps, fileId, found.value)).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn('a file could not be fetched', { fileId, error })
    return later(found.value, deps.clock.now())
  })
  const { fetchAt: _fetch, ...rest } = found.value
  const record: FileRecord = { ...rest, ...got }
  if (record.state === 'used') await show(deps, fileId, record)
  const ended = await deps.fileRecords.put(fileId, found.revision, record)
  // Its message was erased meanwhile.
  if (ended === 'unresolved' && !(await deps.fileRecords.read(fileId))) await deps.files.remove(fileId)
}

let turn: Promise<unknown> = Promise.resolve()

/** One at a time in a process, since each is held whole. */
function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = turn.then(run, run)
  turn = result.catch(() => undefined)
  return result
}

async function load(deps: FetchDeps, fileId: string, file: FileRecord): Promise<Partial<FileRecord>> {
  const { channel, url = '', messageId = '' } = file
  const media = channel && deps.carriers[channel].media
  const opened = await media?.open({ url, providerMessageId: messageId }, maxFileBytes)
  if (typeof opened !== 'object') return { state: 'lost' }
  const bytes = await wholeOf(opened.bytes)
  const type = typeOfFile(opened.contentType, bytes, pathOf(url)) ?? safeType('')
  await deps.files.store(fileId, { type, bytes })
  const name = fileName(Number(/(?<!\d)\d+$/.exec(file.name)?.[0] ?? 1) - 1, type)
  return { state: 'used', name, type, size: bytes.length }
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '')

function later({ createdAt, attempts = 0 }: FileRecord, now: Date): Partial<FileRecord> {
  const isOver = now.getTime() - createdAt.getTime() >= triedFor
  if (isOver && attempts + 1 >= leastTries) return { state: 'lost', attempts: attempts + 1 }
  const fetchAt = new Date(now.getTime() + Math.min(2 ** attempts, 60) * minute)
  return { attempts: attempts + 1, fetchAt }
}

/** The message shows what the file turned out to be. */
async function show({ clock, messages }: FetchDeps, fileId: string, file: FileRecord): Promise<void> {
  const { threadId, messageId = '', name, type, size } = file
  const ref: MessageRef = { threadId, messageId }
  type Found = Awaited<ReturnType<typeof messages.read>>
  await change<Found, { files: MessageFile[]; revision: Revision }, void>(
    { clock },
    {
      read: () => messages.read(ref),
      decide(found) {
        const files = found && withFile(found, { fileId, name, type, size })
        return files ? { write: { files, revision: found.revision } } : { result: undefined }
      },
      commit: async ({ files, revision }) =>
        resolvedAs(await messages.change(ref, revision, { files }), undefined),
    },
  )
}

function withFile({ value }: Versioned<{ files?: MessageFile[] | undefined }>, file: MessageFile) {
  const before = value.files?.find(({ fileId }) => fileId === file.fileId)
  if (!before || before.size === file.size) return undefined
  return value.files?.map(one => (one === before ? file : one))
}
