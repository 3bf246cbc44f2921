import type { Promised } from './invariants.ts'
import { type Check, entriesOf, identityOf, type Json, open, type State } from './world-state.ts'

const stages = ['failed', 'sent', 'delivered', 'read']
const sentStages = new Set(stages.slice(1))

/** Every retry that was answered, or written by a process that died, has its entry, and nothing else has. */
export function checkRetries(
  state: State,
  { resent = [], unansweredRetries = 0 }: Promised,
  check: Check,
): void {
  const entries = entriesOf(state, 'message.retry')
  for (const messageId of resent) {
    const [answered, audited] = [
      resent.filter(id => id === messageId).length,
      entries.filter(({ targetId }) => targetId === messageId).length,
    ]
    check(audited >= answered, `I12: ${answered} retries of ${messageId} have ${audited} audit entries`)
  }
  const most = resent.length + unansweredRetries
  check(entries.length <= most, `I12: ${entries.length} retries were audited, of at most ${most}`)
}

/** A user's counters of days are the segments of their sends; a message sent on several days shows its last send. */
export function checkSpending({ messages, spent }: State, check: Check): void {
  for (const authorId of new Set(messages.map(one => one.authorId))) {
    const counters = spent.filter(({ id }) => id.endsWith(`_user_${authorId}`))
    const sends = messages.filter(one => one.authorId === authorId && !one.delivery?.automated)
    const counted = counters.reduce((sum, { count = 0 }) => sum + count, 0)
    const segments = sends.reduce((sum, { delivery }) => sum + (delivery?.segments ?? 0), 0)
    const isRight = counters.length > 1 ? counted >= segments : counted === segments
    check(isRight, `the sends of ${authorId} took ${segments} segments, of which ${counted} are counted`)
  }
}

/** A wait ends with an answer that the provider has accepted, or that is not sent. */
export function checkLedger({ ledger, messages, accepted }: State, check: Check): void {
  for (const { arrivedAt, endedAt, how } of ledger) {
    const answer = messages.find(({ createdAt }) => createdAt === endedAt)
    const isAccepted = accepted.some(one => identityOf(one).message === answer?.messageId)
    const isRight = how !== 'answered' || (answer && (isAccepted || !answer.delivery))
    check(isRight, 'a wait has ended with an answer that was not accepted')
    // An answer that was posted before a late question was stored does not answer it.
    const question = messages.find(({ createdAt, receivedAt = createdAt }) => receivedAt === arrivedAt)
    const later = messages.filter(
      ({ createdAt, delivery }) => createdAt > (question?.createdAt ?? arrivedAt) && delivery,
    )
    const isOver = later.some(({ delivery }) => sentStages.has(delivery.status) && !delivery.automated)
    check(endedAt !== undefined || !isOver, 'a wait goes on although an answer was accepted')
  }
}

/** A send's status by all its reports: nothing follows a failure, and a failure follows no arrival. */
const cameTo = (statuses: readonly string[]): string =>
  statuses.reduce((now, next) => {
    if (now === 'failed' || (next === 'failed' && now !== 'sent')) return now
    return next === 'failed' || stages.indexOf(next) > stages.indexOf(now) ? next : now
  }, 'sent')

export function checkDelivery(state: State, message: Json, promised: Promised, check: Check): void {
  const { providerStatuses = [] } = promised
  const { delivery, messageId, body, externalMessageId } = message
  const sends = state.accepted.filter(one => identityOf(one).message === messageId)
  if (!delivery) {
    check(sends.length === 0, `I2: ${messageId} was sent although no send was due`)
    return
  }
  const retries = entriesOf(state, 'message.retry').filter(({ targetId }) => targetId === messageId).length
  check(sends.length <= 1 + retries, `I2: ${messageId} was sent ${sends.length} times`)
  const { status } = delivery
  check(!open.has(status), `I3: ${messageId} is still ${status}`)
  check(status !== 'unknown' || delivery.dueAt === undefined, `I3: ${messageId} is still looked up`)
  const statusesOf = (sid: unknown) =>
    providerStatuses.filter(one => one.providerMessageId === sid).map(one => one.status)
  if (externalMessageId !== undefined && (stages.includes(status) || status === 'unknown')) {
    const end = cameTo(statusesOf(externalMessageId))
    // A reported failure does not count for a message that a person has sent again.
    const isRight =
      end === 'failed' ? status === end || retries > 0 : stages.indexOf(status) >= stages.indexOf(end)
    check(isRight, `I3: ${messageId} is ${status} although it was ${end}`)
  }
  const isUnwell = status === 'failed' || status === 'unknown'
  check(!isUnwell || delivery.failure?.nextAction !== undefined, `${messageId} does not say what to do`)
  if (sentStages.has(status)) {
    const isOurs = sends.some(one => one.sid === externalMessageId)
    check(isOurs, `I3: ${messageId} is ${status}, but the provider has no such send of it`)
    const isTimed = message.type !== 'chatapp-message' || state.thread.lastChatappMessageSentAt !== undefined
    check(isTimed, 'I6: lastChatappMessageSentAt was not set')
    return
  }
  // Two equal texts to one guest cannot be told apart in the provider's list.
  const isAmbiguous = state.messages.filter(other => other.body === body).length > 1
  const isKnown = status === 'unknown' && (isAmbiguous || retries > 0)
  const unexplained = sends.filter(({ sid }) => status !== 'failed' || !statusesOf(sid).includes('failed'))
  check(isKnown || unexplained.length <= retries, `I3: ${messageId} was sent but is ${status}`)
}
