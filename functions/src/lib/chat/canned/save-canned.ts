import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, type Decision, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import {
  type CannedContext,
  type CannedReply,
  type CannedWrite,
  cannedView,
  keyOfName,
  mostCanned,
  type StoredCanned,
} from './canned.ts'
import { cannedFiles } from './canned-files.ts'

export interface CannedInput {
  id: string
  /** The one that was changed; undefined for a new reply. */
  version?: number | undefined
  name: string
  text: string
  fileIds: readonly string[]
}

/**
 * Keeps a canned reply, a new one or another version. The same again, by the same person, is answered as before. Throws
 * `not-found`, `canned-reply-changed` where it is another version by now, and `validation-failed` for a name that
 * another has, a file that cannot be had, or one reply too many.
 */
export function saveCanned(
  deps: Needs<'auditLog' | 'cannedReplies'>,
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
    change<CannedContext, CannedWrite & { reply: StoredCanned }, CannedReply>(deps, {
      read: () => deps.cannedReplies.context(id, fileIds),
      decide: context => decided(input, context, { actor, now: deps.clock.now() }),
      commit: write => committed(deps, write, audit),
    }),
  )
}

async function committed(
  { cannedReplies }: Needs<'cannedReplies'>,
  write: CannedWrite & { reply: StoredCanned },
  audit: AuditEntry | undefined,
) {
  return resolvedAs(await cannedReplies.change(write, { audits: [audit] }), cannedView(write.id, write.reply))
}

function decided(
  input: CannedInput,
  context: CannedContext,
  { actor, now }: { actor: Actor; now: Date },
): Decision<CannedWrite & { reply: StoredCanned }, CannedReply> {
  const { id, version = 0, name, text } = input
  const before = context.reply
  if (before && isSaved(input, before.value, actor)) return { result: cannedView(id, before.value) }
  if (!before && version > 0) throw noSuchReply()
  if (before && before.value.version !== version) throw changedMeanwhile()
  const names = namesWith(id, name, context)
  const { shown, bound, released } = cannedFiles(input.fileIds, context, actor.uid)
  const changed = { changedBy: actor.uid, changedAt: now, version: version + 1 }
  const made = before?.value ?? { createdBy: actor.uid, createdAt: now }
  const reply = { ...made, name, text, files: shown, ...changed }
  const files = { bound, released: { fileIds: released, at: now } }
  return { write: { id, reply, revision: before?.revision, names, ...files } }
}

/** Whether this is what the call made of it before. */
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

/** All names with this one; undefined where it stands there already. */
function namesWith(id: string, name: string, { names }: CannedContext): CannedWrite['names'] {
  const [known, key] = [names?.value ?? {}, keyOfName(name)]
  const others = Object.entries(known).filter(([other]) => other !== id)
  if (others.some(([, other]) => other === key)) throw nameTaken()
  if (others.length >= mostCanned) throw tooMany()
  return known[id] === key ? undefined : { value: { ...known, [id]: key }, revision: names?.revision }
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
