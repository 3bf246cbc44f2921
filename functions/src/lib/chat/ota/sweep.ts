import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { dayMs } from '../../days.ts'
import type { BookingProperty } from '../../reservations/ports.ts'
import { type IdCheckpoint, idCheckpoint, walkById } from '../../rounds/by-id.ts'
import type { Round, Run, Walk } from '../../rounds/round.ts'
import { runRound } from '../../rounds/run-round.ts'
import { soundConversation, withoutOdd } from './odd.ts'
import { MessagesNotInstalled, type OddRecord, type OtaConversation } from './ports.ts'
import { readConversation } from './read-conversation.ts'
import type { ReadDeps } from './reading.ts'
import { lookAnew, type Swept } from './stored-conversation.ts'

type Deps = ReadDeps & Needs<'channels' | 'operations' | 'webhookItems'>
type Piece = Awaited<ReturnType<Deps['channels']['pageAfter']>>[number]

/** Up to so many connected properties, each is looked at within three minutes. */
const mostInTime = 100
/** Half of what the route allows in an hour, of 60 runs. */
const mostCalls = 30
const pageSize = 100
const minute = 60_000
/** Where the application is missing. Milliseconds. */
const askAgainMs = 10 * minute
/** What is older is caught up with, and waits for what is new. Milliseconds. */
const freshMs = 3 * dayMs
/** The channel manager may list a conversation later than a newer one. Milliseconds. */
const lookBackMs = 10 * minute

/** How many properties a run looks at, so that every one has its turn. */
export const shareOf = (count: number): number =>
  count > mostInTime ? mostCalls : Math.max(mostCalls, Math.ceil(count * 0.4))

/**
 * Finds what no event told: property by property, those conversations in which somebody wrote since they were read. They
 * are due from then on, and the new ones are read at once. A property that fails does not stop the others; one without
 * the application is asked again later.
 */
export const sweepInboxes = (deps: Deps): Promise<void> => runRound(deps, inboxRound(deps))

const inboxRound = (deps: Deps): Round<IdCheckpoint, Piece> => ({
  kind: { name: 'ota-inboxes', schema: idCheckpoint },
  // It ends before the next one begins.
  budgetMs: 45_000,
  atOnce: 4,
  saves: 'after',
  begin: (checkpoint, run) => inTurn(deps, checkpoint, run),
  async work({ booking }, run) {
    const property = booking?.isActive && (await deps.reservations.property(booking.propertyId))
    if (!property) return 'nothing'
    await visit(deps, property, run)
    return 'done'
  },
  failed({ channelId }, error) {
    deps.log.error('an inbox at an OTA could not be looked at', { channelId, error })
  },
})

/** A run's share, going on behind those that the last run came to. */
async function inTurn(
  { channels, clock, log }: Deps,
  checkpoint: IdCheckpoint | undefined,
  run: Run,
): Promise<Walk<IdCheckpoint, Piece>> {
  const share = shareOf(await channels.count())
  const walk = walkById(checkpoint, run, {
    pageSize: share,
    page: async (after, limit, until = '\uffff') =>
      (await channels.pageAfter(after, limit)).filter(({ channelId }) => channelId <= until),
    idOf: ({ channelId }) => channelId,
    wraps: true,
  })
  const { startedAt = clock.now() } = walk.checkpoint()
  log.info('inboxes at OTAs are looked at', {
    share,
    ageSeconds: Math.round((clock.now().getTime() - startedAt.getTime()) / 1000),
  })
  let taken = 0
  return {
    checkpoint: walk.checkpoint,
    async next() {
      const page = taken < share ? await walk.next() : undefined
      taken += page?.pieces.length ?? 0
      return page
    },
  }
}

async function visit(deps: Deps, property: BookingProperty, run: Run): Promise<void> {
  const { otaConversations, clock } = deps
  const { propertyId } = property
  const now = clock.now()
  const swept = await otaConversations.swept(propertyId)
  if (swept.askAgainAt && swept.askAgainAt > now) return
  try {
    const { rows, next } = await listed(deps, property, swept)
    const sound = await withoutOdd<OtaConversation>(deps, rows, { propertyId })
    const fresh = await marked(deps, property, await newsAmong(deps, sound, swept))
    for (const { id, lastMessageAt } of fresh)
      if (run.isOn())
        await bestEffort(deps.log, 'reading a conversation that no event told of', async () => {
          if ((await readConversation(deps, id)).asked > 0)
            await deps.webhookItems.missed('ota-messages', lastMessageAt ?? now)
        })
    if (next) await otaConversations.saveSwept(propertyId, { ...next, askAgainAt: null })
  } catch (error) {
    if (!(error instanceof MessagesNotInstalled)) throw error
    const askAgainAt = new Date(now.getTime() + askAgainMs)
    await otaConversations.saveSwept(propertyId, { ...lookAnew, askAgainAt })
  }
}

/** The newest page, and one more where the first look has not come to the end. What is to be noted, if anything is. */
async function listed(
  { otaInbox }: Deps,
  { channelManagerPropertyId: id }: BookingProperty,
  { sweptUpTo, page, newest }: Swept,
): Promise<{ rows: (OtaConversation | OddRecord)[]; next: Swept | undefined }> {
  const first = await otaInbox.conversations(id, { page: 1, pageSize })
  const deeper = page ? await otaInbox.conversations(id, { page, pageSize }) : undefined
  const { rows, hasMore } = deeper ?? first
  const top = newest ?? first.rows[0]?.lastMessageAt ?? null
  const isReached = rows.some(({ lastMessageAt }) => sweptUpTo && lastMessageAt && lastMessageAt <= sweptUpTo)
  const all = [first, ...(deeper ? [deeper] : [])].flatMap(({ rows, odd = [] }) => [
    ...rows.map(row => soundConversation(row, { channelManagerPropertyId: id })),
    ...odd,
  ])
  if (hasMore && !isReached) return { rows: all, next: { page: (page ?? 1) + 1, newest: top } }
  const isSame = !page && top?.getTime() === sweptUpTo?.getTime()
  return { rows: all, next: isSame || !top ? undefined : { sweptUpTo: top, page: null, newest: null } }
}

/**
 * Those in which somebody wrote since they were read, or were last marked by the sweep, or that are not caught up with,
 * and that are not due anyway.
 */
async function newsAmong(
  { otaConversations }: Deps,
  rows: readonly OtaConversation[],
  { sweptUpTo }: Swept,
): Promise<OtaConversation[]> {
  const since = sweptUpTo ? sweptUpTo.getTime() - lookBackMs : Number.NEGATIVE_INFINITY
  const wrote = rows.filter(({ lastMessageAt }) => lastMessageAt && lastMessageAt.getTime() > since)
  const known = await otaConversations.known(wrote.map(({ id }) => id))
  return wrote.filter(({ id, lastMessageAt }) => {
    const { readUpTo = null, lastMessageAt: markedAt = null, past = null, dueAt } = known.get(id) ?? {}
    const isKnown = [readUpTo, markedAt].some(at => at && lastMessageAt && at >= lastMessageAt)
    return dueAt === undefined && (!isKnown || past !== null)
  })
}

/** Makes them due; those that are only to be caught up with one after the other. Answers the new ones. */
async function marked(
  { otaConversations, clock }: Deps,
  { channelManagerPropertyId }: BookingProperty,
  news: readonly OtaConversation[],
): Promise<OtaConversation[]> {
  const now = clock.now().getTime()
  const isFresh = ({ lastMessageAt }: OtaConversation) => Number(lastMessageAt) > now - freshMs
  const fresh = news.filter(isFresh)
  const order = [...fresh, ...news.filter(one => !isFresh(one))]
  for (const [at, { id, provider, title, bookingId, lastMessageAt }] of order.entries()) {
    const dueAt = new Date(now + (at < fresh.length ? 0 : at * 1000))
    const known = { channelManagerPropertyId, provider, title, bookingId, lastMessageAt }
    await otaConversations.mark(id, known, dueAt)
  }
  return fresh
}
