import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import type { Revision } from '../../ports.ts'
import { put, type Write } from '../../store.ts'
import { type FileRecord, files, keepingWrite, releasingWrite } from '../files/model.ts'
import type { MessageFile } from '../message.ts'
import {
  type CannedContext,
  type CannedReply,
  cannedNames,
  cannedReplies,
  cannedView,
  keyOfName,
  mostCanned,
  type StoredCanned,
} from './canned.ts'

export interface CannedInput {
  id: string
  /** The version before the change; undefined for a new reply. */
  version?: number | undefined
  name: string
  text: string
  fileIds: readonly string[]
}

/**
 * A repeated call by the same author returns the stored reply. Throws `not-found`, `canned-reply-changed` for another
 * version, and `validation-failed` for a taken name, an unusable file or one reply too many.
 */
export function saveCanned(
  deps: Needs<'auditLog' | 'store'>,
  actor: Actor,
  input: CannedInput,
): Promise<CannedReply> {
  const { id, version, fileIds } = input
  const audit = buildAuditEntry(deps, actor, {
    action: version === undefined ? 'canned.create' : 'canned.change',
    targetType: 'cannedReply',
    targetId: id,
    metadata: { name: input.name, version: (version ?? 0) + 1 },
  })
  return auditingFailure(deps, audit, () =>
    amend(deps, {
      read: {
        reply: cannedReplies.at(id),
        names: cannedNames,
        files: fileIds.map(fileId => files.at(fileId)),
      },
      audit,
      decide: context => decided(input, context, { actor, now: deps.clock.now() }),
    }),
  )
}

function decided(
  input: CannedInput,
  context: CannedContext,
  { actor, now }: { actor: Actor; now: Date },
): { writes?: Write[]; result: CannedReply } {
  const { id, version = 0, name, text } = input
  const before = context.reply
  if (before && isSaved(input, before.value, actor)) return { result: cannedView(id, before.value) }
  if (!before && version > 0) throw noSuchReply()
  if (before && before.value.version !== version) throw changedMeanwhile()
  const { shown, bound, released } = cannedFiles(input.fileIds, context, actor.uid)
  const made = before?.value ?? { createdBy: actor.uid, createdAt: now }
  const changed = { changedBy: actor.uid, changedAt: now, version: version + 1 }
  const reply = { ...made, name, text, files: shown, ...changed }
  const writes = [
    put(cannedReplies.at(id), reply, before?.revision),
    ...namesWith(id, name, context),
    ...bound.map(keepingWrite),
    ...released.map(fileId => releasingWrite(fileId, now)),
  ]
  return { writes, result: cannedView(id, reply) }
}

const isSaved = (
  { version = 0, name, text, fileIds }: CannedInput,
  stored: StoredCanned,
  { uid }: Actor,
): boolean =>
  stored.version === version + 1 &&
  stored.changedBy === uid &&
  stored.name === name &&
  stored.text === text &&
  stored.files.map(({ fileId }) => fileId).join() === fileIds.join()

function namesWith(id: string, name: string, { names }: CannedContext): Write[] {
  const [keysById, key] = [names?.value.names ?? {}, keyOfName(name)]
  const others = Object.entries(keysById).filter(([other]) => other !== id)
  if (others.some(([, other]) => other === key)) throw nameTaken()
  if (others.length >= mostCanned) throw tooMany()
  return keysById[id] === key
    ? []
    : [put(cannedNames, { names: { ...keysById, [id]: key } }, names?.revision)]
}

const noSuchReply = (): DomainError =>
  new DomainError('not-found', 'There is no such canned reply.', {
    nextAction: 'Somebody may have deleted it. Save it as a new one if it is still wanted.',
  })

const changedMeanwhile = (): DomainError =>
  new DomainError('canned-reply-changed', 'Somebody has changed this canned reply meanwhile.', {
    nextAction: 'Look at what it says now, then make your change again.',
  })

const nameTaken = (): DomainError =>
  new DomainError('validation-failed', 'Another canned reply has this name.', {
    nextAction: 'Choose another name.',
    errors: [{ path: 'name', message: 'must be a name that no other canned reply has' }],
  })

const tooMany = (): DomainError =>
  new DomainError('validation-failed', `There are ${mostCanned} canned replies, as many as there may be.`, {
    nextAction: 'Delete one that nobody uses.',
  })

interface CannedFiles {
  shown: MessageFile[]
  bound: { fileId: string; revision: Revision }[]
  released: string[]
}

/** Throws `validation-failed`. */
function cannedFiles(
  fileIds: readonly string[],
  { reply, files }: CannedContext,
  authorId: string,
): CannedFiles {
  const before = new Map(reply?.value.files.map(file => [file.fileId, file]))
  const entries = fileIds.map((fileId, at) => {
    const own = before.get(fileId)
    if (own) return { shown: own, bound: [] }
    const file = files[at]
    if (!file || !isFree(file.value, authorId)) throw noSuchFile(at)
    const { name, type, size } = file.value
    return { shown: { fileId, name, type, size }, bound: [{ fileId, revision: file.revision }] }
  })
  return {
    shown: entries.map(({ shown }) => shown),
    bound: entries.flatMap(({ bound }) => bound),
    released: [...before.keys()].filter(fileId => !fileIds.includes(fileId)),
  }
}

const isFree = ({ state, by }: FileRecord, authorId: string): boolean => state === 'ready' && by === authorId

const noSuchFile = (at: number): DomainError =>
  new DomainError('validation-failed', 'The canned reply names a file that it cannot have.', {
    nextAction: 'Upload the file again, and name the new one.',
    errors: [
      {
        path: `fileIds.${at}`,
        message: 'must be one of its own, or one that you uploaded and nothing has yet',
      },
    ],
  })
