import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { countRequest, documentsOfRequest } from '../../request-limit.ts'
import { hasMembership } from '../membership.ts'
import { listedThreads } from '../thread-writes.ts'
import { readerFields } from './thread-record.ts'

type Deps = Needs<'requestTally' | 'rules' | 'searchKeys' | 'store'>

export const threadSearchKey = z
  .object({
    appId: z.string(),
    indexName: z.string(),
    key: z.string(),
    host: z
      .string()
      .optional()
      .meta({ description: "Origin and path to search at instead of the vendor's own hosts." }),
    validUntil: z.date(),
  })
  .meta({ id: 'SearchKey' })
export type SearchKey = z.infer<typeof threadSearchKey>

/** Milliseconds after the role's look-up, since keys are irrevocable. */
const validityMs = 60_000

/**
 * A key limits non-staff to their memberships; client filters only narrow that. Throws `forbidden` without
 * membership (searches cost money) and for former staff (the index may list them), `rate-limited`.
 */
export async function searchKey(deps: Deps, actor: Actor): Promise<SearchKey> {
  const { clock, searchKeys } = deps
  if (actor.wasStaff) throw new DomainError('forbidden', 'Your role has ended.')
  if (!isStaff(actor) && !(await isMemberOfAny(deps, actor)))
    throw new DomainError('forbidden', 'Only members of a thread, and staff, search.')
  const provenAt = Math.min(clock.now().getTime(), actor.provenAt?.getTime() ?? Number.POSITIVE_INFINITY)
  // The index counts whole seconds.
  const validUntil = new Date(Math.floor((provenAt + validityMs) / 1000) * 1000)
  const restrictions = { validUntil, uid: actor.uid, ...(!isStaff(actor) && { fields: readerFields }) }
  return { ...(await searchKeys.issue(restrictions)), validUntil }
}

const [pageSize, mostPages] = [100, 10]

async function isMemberOfAny(deps: Deps, actor: Actor): Promise<boolean> {
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    if (page > 0) countRequest(deps, actor, 'GET', Math.ceil(pageSize / documentsOfRequest))
    // The first thread usually decides.
    const limit = page === 0 ? 1 : pageSize
    const documents = await deps.store.find(
      listedThreads
        .where('participantIds', 'array-contains', actor.uid)
        .orderBy('__name__')
        .after(after === undefined ? undefined : [after])
        .limit(limit),
    )
    if (documents.some(({ value }) => value && hasMembership(actor, value))) return true
    if (documents.length < limit) return false
    after = documents.at(-1)?.id
  }
  return false
}
