import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { dayOf } from '../../identifiers.ts'
import { countMemberPage } from '../../request-limit.ts'
import { decideSpend, type SpendCounter, type Spending, spendCounts } from '../delivery/spending.ts'
import { hasMembership } from '../membership.ts'
import type { Threads } from '../ports.ts'
import type { SearchAccess } from './thread-record.ts'
import { readerFields } from './thread-record.ts'

type Deps = Needs<'dayTally' | 'requestTally' | 'rules' | 'searchKeys' | 'searchTally'> & {
  threads: Pick<Threads, 'ofParticipant'>
  operations: Pick<Spending, 'spent' | 'spendFlags' | 'spend'>
}

export interface SearchKey extends SearchAccess {
  validUntil: Date
}

/** A key cannot be revoked, so it ends so long after its holder's account and role were looked up. */
const validityMs = 60_000

/**
 * A key that finds what the caller may see: staff every thread, others those they take part in and did not join by
 * posting. It cannot write, and what its client filters by can only narrow it. Throws `forbidden` to who would find
 * nothing, since searches are paid for, and to former staff: the index may list them; `rate-limited` when all members
 * together have searched enough for today.
 */
export async function searchKey(deps: Deps, actor: Actor): Promise<SearchKey> {
  const { clock, searchKeys } = deps
  if (actor.wasStaff) throw new DomainError('forbidden', 'Your role has ended.')
  if (!isStaff(actor)) {
    if (!(await isMemberOfAny(deps, actor)))
      throw new DomainError('forbidden', 'Only members of a thread, and staff, search.')
    await countSearcher(deps, actor)
  }
  const provenAt = Math.min(clock.now().getTime(), actor.provenAt?.getTime() ?? Number.POSITIVE_INFINITY)
  // Whole seconds, as the index counts.
  const validUntil = new Date(Math.floor((provenAt + validityMs) / 1000) * 1000)
  const restrictions = { validUntil, uid: actor.uid, ...(!isStaff(actor) && { fields: readerFields }) }
  return { ...(await searchKeys.issue(restrictions)), validUntil }
}

const hourMs = 60 * 60_000

/** The index bounds what one user searches in an hour, so hours of users are what is counted, each once. */
async function countSearcher({ clock, operations, rules, searchTally }: Deps, { uid }: Actor): Promise<void> {
  const now = clock.now()
  const hour = Math.floor(now.getTime() / hourMs)
  const id = `${uid}_${hour}`
  if (searchTally.count(id) > 0) return
  const once: SpendCounter = { cap: 'searches', id }
  const spending = { day: dayOf(now), caps: rules.spendCaps(), segments: 1 }
  const [[counted = 0], counts] = await Promise.all([
    operations.spent(spending.day, [once]),
    spendCounts(operations, { ...spending, counters: [{ cap: 'searches', id: 'all' }] }),
  ])
  const { failure, spend, items } = decideSpend(counts, spending.caps, 1, now)
  const isNew = counted === 0
  if (isNew) await operations.spend({ ...spend, once }, { items: items.map(open => ({ open })) })
  if (isNew && failure)
    throw new DomainError('rate-limited', 'Landlords and members have searched as often as they may today.', {
      nextAction: 'Look through the list of threads, or search again tomorrow.',
      retryAfterSeconds: Math.ceil((Date.parse(spending.day) + 24 * hourMs - now.getTime()) / 1000),
    })
  searchTally.add(id, new Date((hour + 1) * hourMs))
}

/** Threads of a user that are read at once, and looked at in all: further ones may be those they posted to. */
const [pageSize, mostPages] = [100, 10]

async function isMemberOfAny(deps: Deps, actor: Actor): Promise<boolean> {
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    if (page > 0) countMemberPage(deps, actor)
    // Of nearly everybody the first one tells.
    const limit = page === 0 ? 1 : pageSize
    const found = await deps.threads.ofParticipant(actor.uid, limit, after)
    if (found.some(({ thread }) => thread && hasMembership(actor, thread))) return true
    if (found.length < limit) return false
    after = found.at(-1)?.threadId
  }
  return false
}
