import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { put, remove } from '../../store.ts'
import { releasingWrite } from '../files/model.ts'
import { cannedNames, cannedReplies } from './canned.ts'

/** Deleting a missing reply succeeds. */
export function deleteCanned(deps: Needs<'auditLog' | 'store'>, actor: Actor, id: string): Promise<void> {
  const place = cannedReplies.at(id)
  const audit = buildAuditEntry(deps, actor, {
    action: 'canned.delete',
    targetType: 'cannedReply',
    targetId: id,
    metadata: {},
  })
  return auditingFailure(deps, audit, () =>
    amend(deps, {
      read: { reply: place, names: cannedNames },
      audit,
      decide({ reply, names }) {
        if (!reply) return { result: undefined }
        const { [id]: _gone, ...others } = names?.value.names ?? {}
        const writes = [
          remove(place, reply.revision),
          put(cannedNames, { names: others }, names?.revision),
          ...reply.value.files.map(({ fileId }) => releasingWrite(fileId, deps.clock.now())),
        ]
        return { writes, result: undefined, metadata: { name: reply.value.name } }
      },
    }),
  )
}
