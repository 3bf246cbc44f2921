import { messagesOf } from './odd.ts'
import type { OddRecord, OtaInbox, OtaMessage, OtaPage } from './ports.ts'
import type { Past } from './stored-conversation.ts'

/** The smallest and the largest page. */
const [least, most] = [51, 100]

type Row = OtaMessage | OddRecord

interface Stretch {
  /** Newest first. */
  rows: Row[]
  /** Null once everything is caught up with. */
  past: Past | null
}

type Inbox = Pick<OtaInbox, 'messages'>

/**
 * The next stretch of what was there before, the oldest that is not stored. The list is newest first and what comes in
 * moves every page on, so a page is chosen that has the newest stored message in it: what stands before that follows on
 * it. Where it is not there, it is found again by its time.
 */
export async function nextOfPast(inbox: Inbox, conversationId: string, past: Past): Promise<Stretch> {
  const from = past.mark?.at ?? past.from
  const left = past.left ?? (await newerThan(inbox, conversationId, from))
  if (left === 0) return { rows: [], past: null }
  const { mark } = past.left === null ? { mark: null } : past
  const size = sizeFor(mark ? left : left - 1)
  const page = Math.floor((mark ? left : left - 1) / size) + 1
  const found = await messagesOf(inbox, conversationId, { page, pageSize: size })
  const newer = mark ? before(found, mark.id) : uptoOldest(found, from)
  if (!newer) return { rows: [], past: { ...past, left: null } }
  const rows = newer.filter(({ at }) => at <= past.until)
  const [newest] = rows
  if (!newest || rows.length < newer.length) return { rows, past: null }
  const after = { mark: { id: newest.id, at: newest.at }, left: (page - 1) * size }
  return { rows, past: after.left === 0 ? null : { ...past, ...after } }
}

/** The size of page in which the message at that place stands deepest. */
function sizeFor(place: number): number {
  const sizes = Array.from({ length: most - least + 1 }, (_, at) => most - at)
  return sizes.reduce((best, size) => (place % size > place % best ? size : best))
}

/** What is newer than that message; undefined where it is not on the page. */
function before({ rows }: OtaPage<Row>, id: string): Row[] | undefined {
  const at = rows.findIndex(row => row.id === id)
  return at === -1 ? undefined : rows.slice(0, at)
}

/** The end of the list, or what is not older than that; undefined where more of it follows on the next page. */
function uptoOldest({ rows, hasMore }: OtaPage<Row>, from: Date | null): Row[] | undefined {
  return isEnd({ rows, hasMore }, from) ? notOlder(rows, from) : undefined
}

const notOlder = (rows: readonly Row[], from: Date | null): Row[] =>
  rows.filter(({ at }) => !from || at >= from)

const isEnd = ({ rows, hasMore }: OtaPage<Row>, from: Date | null): boolean =>
  !hasMore || notOlder(rows, from).length < rows.length

/** How many messages are not older than that. Asks for few pages: every second, fourth, eighth, then between. */
async function newerThan(inbox: Inbox, conversationId: string, from: Date | null): Promise<number> {
  const pageAt = (page: number) => messagesOf(inbox, conversationId, { page, pageSize: most })
  let [whole, end] = [0, 1]
  let last = await pageAt(end)
  while (!isEnd(last, from)) {
    whole = end
    end *= 2
    last = await pageAt(end)
  }
  while (end - whole > 1) {
    const middle = Math.floor((whole + end) / 2)
    const found = await pageAt(middle)
    if (isEnd(found, from)) [end, last] = [middle, found]
    else whole = middle
  }
  return (end - 1) * most + notOlder(last.rows, from).length
}
