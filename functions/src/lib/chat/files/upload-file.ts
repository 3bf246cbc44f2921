import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { countBytes } from '../../request-limit.ts'
import { mayReachOut } from '../membership.ts'
import { authorizeVisit, threadNotFound } from '../posting/post-policy.ts'
import { notStored } from './failed.ts'
import { maxFileBytes, nameOfFile, typeOfFile } from './file-types.ts'
import type { FileRecord } from './ports.ts'

type Deps = Needs<'auditLog' | 'fileRecords' | 'files' | 'requestTally' | 'rules' | 'threads'>

export interface Upload {
  threadId: string
  /** As their sender says. */
  name: string
  type: string
  bytes: Buffer
}

/** How long a file waits for a message that uses it. Milliseconds. */
const waits = 24 * 60 * 60_000

/**
 * Keeps a file for a message of that thread and author. What leads to its bytes is stored before them, and due to be
 * taken away, so an upload that dies leaves nothing behind. Throws `thread-not-found`, `forbidden` for who could not
 * send it to the guest, `validation-failed`, `payload-too-large`, `rate-limited`, `provider-unavailable` or `provider-timeout`.
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
    const begun: FileRecord = { ...file, state: 'uploading' }
    const revision = await put(deps, fileId, begun)
    await deps.files.store(fileId, { type: file.type, bytes }).catch(notStored)
    await put(deps, fileId, { ...file, state: 'ready' }, { before: { value: begun, revision }, audit })
    return { fileId }
  })
}

/** When a file of which no message comes is taken away. */
export const endOfUpload = (now: Date): Date => new Date(now.getTime() + waits)

async function authorizeUpload({ rules, threads }: Deps, actor: Actor, threadId: string): Promise<void> {
  const thread = (await threads.read(threadId))?.value
  if (!thread) throw threadNotFound(threadId)
  authorizeVisit(actor, { threadId }, thread, rules.joinPolicy())
  if (mayReachOut(actor, thread)) return
  throw new DomainError('forbidden', 'Only staff and invited participants send files.')
}

function checked({ name, type: said, bytes }: Upload): Pick<FileRecord, 'name' | 'type' | 'size'> {
  if (bytes.length === 0) throw invalid('The file is empty.', 'must not be empty')
  if (bytes.length > maxFileBytes)
    throw new DomainError('payload-too-large', `A file may have ${maxFileBytes} bytes.`)
  const type = typeOfFile(said, bytes, name)
  if (type) return { name: nameOfFile(name), type, size: bytes.length }
  throw invalid('The content of the file is not of its type.', 'must be of the type that Content-Type says')
}

const invalid = (detail: string, message: string): DomainError =>
  new DomainError('validation-failed', detail, {
    nextAction: 'Send the file as it is, with its own type.',
    errors: [{ path: 'body', message }],
  })

/** Writes the record as far as the upload has come, once, also where the answer of the write is lost. */
const put = (
  { clock, fileRecords }: Deps,
  fileId: string,
  record: FileRecord,
  { before, audit }: { before?: Versioned<FileRecord>; audit?: AuditEntry | undefined } = {},
): Promise<Revision> =>
  change<{ stored: Versioned<FileRecord> | undefined }, Revision | undefined, Revision>(
    { clock },
    {
      read: async () => ({ stored: await fileRecords.read(fileId) }),
      decide: ({ stored }) =>
        stored?.value.state === record.state ? { result: stored.revision } : { write: stored?.revision },
      commit: revision => fileRecords.put(fileId, revision, record, { audits: [audit] }),
    },
    { known: { stored: before } },
  )
