import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { countRequest, documentsOfRequest } from '../../request-limit.ts'
import { hasMembership } from '../membership.ts'
import type { Threads } from '../ports.ts'
import type { SearchAccess } from './thread-record.ts'
import { readerFields } from './thread-record.ts'

type Deps = Needs<'requestTally' | 'rules' | 'searchKeys'> & { threads: Pick<Threads, 'ofParticipant'> }

export interface SearchKey extends SearchAccess {
  validUntil: Date
}

/** A key cannot be revoked, so it ends so long after its holder's account and role were looked up. */
const validityMs = 60_000

/**
 * A key that finds what the caller may see: staff every thread, others those they take part in and did not join by
 * posting. It cannot write, and what its client filters by can only narrow it. Throws `forbidden` to who would find
 * nothing, since searches are paid for, and to former staff: the index may list them; `rate-limited` when looking
 * through their threads counts as too many requests.
 */
export async function searchKey(deps: Deps, actor: Actor): Promise<SearchKey> {
  const { clock, searchKeys } = deps
  if (actor.wasStaff) throw new DomainError('forbidden', 'Your role has ended.')
  if (!isStaff(actor) && !(await isMemberOfAny(deps, actor)))
    throw new DomainError('forbidden', 'Only members of a thread, and staff, search.')
  const provenAt = Math.min(clock.now().getTime(), actor.provenAt?.getTime() ?? Number.POSITIVE_INFINITY)
  // Whole seconds, as the index counts.
  const validUntil = new Date(Math.floor((provenAt + validityMs) / 1000) * 1000)
  const restrictions = { validUntil, uid: actor.uid, ...(!isStaff(actor) && { fields: readerFields }) }
  return { ...(await searchKeys.issue(restrictions)), validUntil }
}

/** Threads of a user that are read at once, and looked at in all: further ones may be those they posted to. */
const [pageSize, mostPages] = [100, 10]

async function isMemberOfAny(deps: Deps, actor: Actor): Promise<boolean> {
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    if (page > 0) countRequest(deps, actor, 'GET', Math.ceil(pageSize / documentsOfRequest))
    // Of nearly everybody the first one tells.
    const limit = page === 0 ? 1 : pageSize
    const found = await deps.threads.ofParticipant(actor.uid, limit, after)
    if (found.some(({ thread }) => thread && hasMembership(actor, thread))) return true
    if (found.length < limit) return false
    after = found.at(-1)?.threadId
  }
  return false
}
