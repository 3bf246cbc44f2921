import { bestEffort } from '../../best-effort.ts'
import { activeChannels, bookingProperty, firstChannels } from '../../connection/channels/booking-channel.ts'
import type { BookingProperty } from '../../connection/model.ts'
import type { Needs } from '../../context.ts'
import { dayMs } from '../../days.ts'
import { type IdCheckpoint, idCheckpoint, pagesById } from '../../rounds/by-id.ts'
import { type Page, type Round, type Run, runRound } from '../../rounds/round.ts'
import { byId } from '../../store.ts'
import { markingWrite, otaConversations, otaInboxes, sweptWrite } from './conversation-writes.ts'
import { latestTime, soundConversation, withoutOdd } from './odd.ts'
import { MessagesNotInstalled, type OddRecord, type OtaConversation } from './ports.ts'
import { readConversation } from './read-conversation.ts'
import type { ReadDeps } from './reading.ts'
import { lookAnew, type Swept } from './stored-conversation.ts'

type Deps = ReadDeps & Needs<'webhookItems'>

/** Properties a run: a hundred take three minutes. */
const looksOfRun = 34
const pageSize = 100
const minute = 60_000
/** Milliseconds without the application. */
const askAgainMs = 10 * minute
/** Milliseconds; older conversations wait for new ones. */
const freshMs = 3 * dayMs
/** Milliseconds; the channel manager may list a conversation after newer ones. */
const lookBackMs = 10 * minute

/** Finds messages without an event. A failing property does not stop the others. */
export const sweepInboxes = (deps: Deps): Promise<void> => runRound(deps, inboxRound(deps))

/** `isFirst`: a run visits each property once. */
interface Turn {
  id: string
  propertyId: string
  isFirst: boolean
}

const inboxRound = (deps: Deps): Round<IdCheckpoint, Turn> => ({
  name: 'ota-inboxes',
  schema: idCheckpoint,
  // Ends before the next run begins.
  budgetMs: 45_000,
  atOnce: 4,
  saves: 'after',
  pages: (checkpoint, run) => inTurn(deps, checkpoint, run),
  async work({ propertyId, isFirst }, run) {
    const property = isFirst && (await bookingProperty(deps.store, propertyId))
    if (!property) return 'nothing'
    await visit(deps, property, run)
    return 'done'
  },
  failed({ id: channelId }, error) {
    deps.log.error('an inbox at an OTA could not be looked at', { channelId, error })
  },
})

async function* inTurn(
  { clock, log, store }: Deps,
  checkpoint: IdCheckpoint | undefined,
  run: Run,
): AsyncGenerator<Page<IdCheckpoint, Turn>> {
  const { startedAt = run.startedAt } = checkpoint ?? {}
  const ageSeconds = Math.round((clock.now().getTime() - startedAt.getTime()) / 1000)
  log.info('inboxes at OTAs are looked at', { ageSeconds })
  let share = looksOfRun
  const pages = pagesById(checkpoint, run, {
    pageSize: () => share,
    async page(after, limit, until = '\uffff') {
      const channels = (await store.find(activeChannels(after, limit))).filter(({ id }) => id <= until)
      const first = await firstChannels(store, channels)
      return channels.map(({ id, value }) => ({ id, propertyId: value.propertyId, isFirst: first.has(id) }))
    },
    idOf: ({ id }) => id,
    wraps: true,
  })
  for await (const page of pages) {
    share -= page.pieces.filter(({ isFirst }) => isFirst).length
    yield page
  }
}

async function visit(deps: Deps, property: BookingProperty, run: Run): Promise<void> {
  const { store, clock } = deps
  const { propertyId } = property
  const now = clock.now()
  const swept = (await store.read(otaInboxes.at(propertyId)))?.value ?? {}
  if (swept.askAgainAt && swept.askAgainAt > now) return
  try {
    const { rows, next } = await listed(deps, property, swept)
    const sound = await withoutOdd<OtaConversation>(deps, rows, { propertyId })
    const fresh = await marked(deps, property, await newsAmong(deps, sound, swept))
    for (const { id, lastMessageAt } of fresh)
      if (run.isOn())
        await bestEffort(deps.log, 'reading a conversation that no event told of', async () => {
          if ((await readConversation(deps, id)).guestMessageCount > 0)
            await deps.webhookItems.missed('ota-messages', lastMessageAt ?? now)
        })
    if (next) await store.write([sweptWrite(propertyId, { ...next, askAgainAt: null })])
  } catch (error) {
    if (!(error instanceof MessagesNotInstalled)) throw error
    const askAgainAt = new Date(now.getTime() + askAgainMs)
    await store.write([sweptWrite(propertyId, { ...lookAnew, askAgainAt })])
  }
}

/** `next`: fields to store. */
async function listed(
  { clock, otaInbox }: Deps,
  { channelManagerPropertyId: id }: BookingProperty,
  { sweptUpTo, page, newest }: Swept,
): Promise<{ rows: (OtaConversation | OddRecord)[]; next: Swept | undefined }> {
  const latest = latestTime(clock.now())
  const first = await otaInbox.conversations(id, { page: 1, pageSize })
  const deeper = page ? await otaInbox.conversations(id, { page, pageSize }) : undefined
  const { rows, hasMore } = deeper ?? first
  const times = first.rows.map(({ lastMessageAt }) => lastMessageAt)
  const top = newest ?? times.find(at => at && at <= latest) ?? null
  const isReached = rows.some(({ lastMessageAt }) => sweptUpTo && lastMessageAt && lastMessageAt <= sweptUpTo)
  const all = [first, ...(deeper ? [deeper] : [])].flatMap(({ rows, odd = [] }) => [
    ...rows.map(row => soundConversation(row, { channelManagerPropertyId: id })),
    ...odd,
  ])
  if (hasMore && !isReached) return { rows: all, next: { page: (page ?? 1) + 1, newest: top } }
  const isSame = !page && top?.getTime() === sweptUpTo?.getTime()
  return { rows: all, next: isSame || !top ? undefined : { sweptUpTo: top, page: null, newest: null } }
}

/** Conversations with messages since the last read and mark, or missing past ones. */
async function newsAmong(
  { store }: Deps,
  rows: readonly OtaConversation[],
  { sweptUpTo }: Swept,
): Promise<OtaConversation[]> {
  const since = sweptUpTo ? sweptUpTo.getTime() - lookBackMs : Number.NEGATIVE_INFINITY
  const wrote = rows.filter(({ lastMessageAt }) => lastMessageAt && lastMessageAt.getTime() > since)
  const stored = await store.readAll(wrote.map(({ id }) => otaConversations.sound.at(id)))
  const storedById = byId(stored)
  return wrote.filter(({ id, lastMessageAt }) => {
    const {
      readUpTo = null,
      lastMessageAt: markedAt = null,
      past = null,
      dueAt,
    } = storedById.get(id)?.value ?? {}
    const isKnown = [readUpTo, markedAt].some(at => at && lastMessageAt && at >= lastMessageAt)
    return dueAt === undefined && (!isKnown || past !== null)
  })
}

/** Past conversations become due a second apart. */
async function marked(
  { store, clock }: Deps,
  { channelManagerPropertyId }: BookingProperty,
  news: readonly OtaConversation[],
): Promise<OtaConversation[]> {
  const now = clock.now().getTime()
  const isFresh = ({ lastMessageAt }: OtaConversation) => Number(lastMessageAt) > now - freshMs
  const fresh = news.filter(isFresh)
  const order = [...fresh, ...news.filter(one => !isFresh(one))]
  for (const [at, { id, provider, title, bookingId, lastMessageAt }] of order.entries()) {
    const dueAt = new Date(now + (at < fresh.length ? 0 : at * 1000))
    const fields = { channelManagerPropertyId, provider, title, bookingId, lastMessageAt }
    await store.write([markingWrite(id, fields, dueAt)])
  }
  return fresh
}
