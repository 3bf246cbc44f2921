import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { CannedContext, CannedWrite } from './canned.ts'

/** Deletes a canned reply with its files. One that is not there is deleted. */
export function deleteCanned(
  deps: Needs<'auditLog' | 'cannedReplies'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    action: 'canned.delete',
    targetType: 'cannedReply',
    targetId: id,
    metadata: {},
  })
  return auditingFailure(deps, audit, () =>
    change<CannedContext, { write: CannedWrite; name: string }, void>(deps, {
      read: () => deps.cannedReplies.context(id, []),
      decide: context => {
        const deletion = deletionOf(id, context, deps.clock.now())
        return deletion ? { write: deletion } : { result: undefined }
      },
      commit: async ({ write, name }) => {
        const entry = audit && { ...audit, metadata: { name } }
        return resolvedAs(await deps.cannedReplies.change(write, { audits: [entry] }), undefined)
      },
    }),
  )
}

function deletionOf(
  id: string,
  { names, reply }: CannedContext,
  at: Date,
): { write: CannedWrite; name: string } | undefined {
  if (!reply) return undefined
  const { [id]: _gone, ...others } = names?.value ?? {}
  const fileIds = reply.value.files.map(({ fileId }) => fileId)
  return {
    name: reply.value.name,
    write: {
      id,
      reply: undefined,
      revision: reply.revision,
      names: { value: others, revision: names?.revision },
      bound: [],
      released: { fileIds, at },
    },
  }
}
