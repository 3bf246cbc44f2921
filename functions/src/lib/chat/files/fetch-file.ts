import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { ProviderError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { fileName, safeType } from '../file-type.ts'
import { maxFileBytes, typeOfFile } from '../file-types.ts'
import type { MessageFile } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { changedMessage, messageAt } from '../stored-messages.ts'
import { type FileRecord, files, fileWrite } from './model.ts'
import { wholeOf } from './open-file.ts'

export type FetchDeps = Needs<'carriers' | 'files' | 'store'>

const minute = 60_000
/** Milliseconds and tries: the process may be down for a day. */
const [triedFor, leastTries] = [24 * 60 * minute, 6]

/** Idempotent. */
export async function fetchFile(deps: FetchDeps, fileId: string): Promise<void> {
  const document = await deps.store.read(files.at(fileId))
  if (document?.value.state !== 'coming') return
  const got = await inTurn(() => load(deps, fileId, document.value)).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn('a file could not be fetched', { fileId, error })
    return later(document.value, deps.clock.now())
  })
  const { fetchAt: _fetch, ...rest } = document.value
  const record: FileRecord = { ...rest, ...got }
  if (record.state === 'used') await show(deps, fileId, record)
  const ended = await deps.store.commit([fileWrite(fileId, document.revision, record)])
  // The message was erased meanwhile.
  if (ended === 'unresolved' && !(await deps.store.read(files.at(fileId)))) await deps.files.remove(fileId)
}

let turn: Promise<unknown> = Promise.resolve()

/** One file at a time bounds memory. */
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

function show(deps: FetchDeps, fileId: string, file: FileRecord): Promise<void> {
  const { threadId, messageId = '', name, type, size } = file
  const ref: MessageRef = { threadId, messageId }
  return amend(deps, {
    read: { message: messageAt(ref) },
    decide({ message }) {
      const files = message && withFile(message, { fileId, name, type, size })
      return { writes: files && [changedMessage(ref, message.revision, { files })], result: undefined }
    },
  })
}

function withFile({ value }: Versioned<{ files?: MessageFile[] | undefined }>, file: MessageFile) {
  const before = value.files?.find(({ fileId }) => fileId === file.fileId)
  if (!before || before.size === file.size) return undefined
  return value.files?.map(one => (one === before ? file : one))
}
