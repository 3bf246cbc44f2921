import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { clientId } from '../../identifiers.ts'
import { countBytes } from '../../request-limit.ts'
import { authorizeVisit } from '../access.ts'
import { notStored } from '../attachments/storage-failure.ts'
import { maxFileBytes, nameOfFile, typeOfFile } from '../file-types.ts'
import { mayReachOut } from '../membership.ts'
import { threadNotFound, threads } from '../thread-writes.ts'
import { type FileRecord, files, fileWrite } from './model.ts'

type Deps = Needs<'auditLog' | 'files' | 'requestTally' | 'rules' | 'store'>

export const uploadedFile = z.object({ fileId: z.string() }).meta({ id: 'UploadedFile' })

export const uploadQuery = z.strictObject({
  copyOf: clientId
    .optional()
    .meta({ description: 'A file of a canned reply, for staff: it is copied, in place of the body.' }),
})

export interface Upload {
  threadId: string
  name: string
  type: string
  bytes: Buffer
}

/** Milliseconds. */
const waits = 24 * 60 * 60_000

/**
 * The record comes first, already due for removal, so a broken upload leaves nothing. Throws `thread-not-found`,
 * `forbidden`, `validation-failed`, `payload-too-large`, `rate-limited`, `provider-unavailable` or
 * `provider-timeout`.
 */
export async function uploadFile(deps: Deps, actor: Actor, upload: Upload): Promise<{ fileId: string }> {
  const { threadId, bytes } = upload
  const fileId = deps.ids.message()
  const audit = buildAuditEntry(deps, actor, {
    action: 'file.upload',
    targetType: 'file',
    targetId: fileId,
    metadata: { threadId, size: bytes.length },
  })
  return auditingFailure(deps, audit, async () => {
    await authorizeUpload(deps, actor, threadId)
    countBytes(deps, actor, 'POST', bytes.length)
    const now = deps.clock.now()
    const file = { threadId, ...checked(upload), by: actor.uid, createdAt: now, dueAt: endOfUpload(now) }
    await put(deps, fileId, { ...file, state: 'uploading' })
    await deps.files.store(fileId, { type: file.type, bytes }).catch(notStored)
    await put(deps, fileId, { ...file, state: 'ready' }, audit)
    return { fileId }
  })
}

export const endOfUpload = (now: Date): Date => new Date(now.getTime() + waits)

async function authorizeUpload({ rules, store }: Deps, actor: Actor, threadId: string): Promise<void> {
  const thread = (await store.read(threads.at(threadId)))?.value
  if (!thread) throw threadNotFound(threadId)
  authorizeVisit(actor, threadId, thread, rules.joinPolicy())
  if (mayReachOut(actor, thread)) return
  throw new DomainError('forbidden', 'Only staff and invited participants send files.')
}

function checked({ name, type: contentType, bytes }: Upload): Pick<FileRecord, 'name' | 'type' | 'size'> {
  if (bytes.length === 0) throw invalid('The file is empty.', 'must not be empty')
  if (bytes.length > maxFileBytes)
    throw new DomainError('payload-too-large', `A file may have ${maxFileBytes} bytes.`)
  const type = typeOfFile(contentType, bytes, name)
  if (type) return { name: nameOfFile(name), type, size: bytes.length }
  throw invalid('The content of the file is not of its type.', 'must be of the type that Content-Type says')
}

const invalid = (detail: string, message: string): DomainError =>
  new DomainError('validation-failed', detail, {
    nextAction: 'Send the file as it is, with its own type.',
    errors: [{ path: 'body', message }],
  })

/** Idempotent after a lost answer. */
const put = (deps: Deps, fileId: string, record: FileRecord, audit?: AuditEntry): Promise<void> =>
  amend(deps, {
    read: { stored: files.at(fileId) },
    decide: ({ stored }) => ({
      writes: stored?.value.state === record.state ? [] : [fileWrite(fileId, stored?.revision, record)],
      result: undefined,
    }),
    audit,
  })
