import { messagesOf } from './odd.ts'
import type { OddRecord, OtaInbox, OtaMessage, OtaPage } from './ports.ts'
import type { Past } from './stored-conversation.ts'

const [least, most] = [51, 100]

type Row = OtaMessage | OddRecord

interface Stretch {
  /** Newest first. */
  rows: Row[]
  /** Null at the end. */
  past: Past | null
}

type Inbox = Pick<OtaInbox, 'messages'>

/**
 * New messages shift the pages, so the page must contain `mark`, the newest stored one; else its time finds
 * the place again.
 */
export async function nextOfPast(inbox: Inbox, conversationId: string, past: Past): Promise<Stretch> {
  const from = past.mark?.at ?? past.from
  const newerCount = past.left ?? (await newerThan(inbox, conversationId, from))
  if (newerCount === 0) return { rows: [], past: null }
  const { mark } = past.left === null ? { mark: null } : past
  const size = sizeFor(mark ? newerCount : newerCount - 1)
  const page = Math.floor((mark ? newerCount : newerCount - 1) / size) + 1
  const otaPage = await messagesOf(inbox, conversationId, { page, pageSize: size })
  const newer = mark ? before(otaPage, mark.id) : uptoOldest(otaPage, from)
  if (!newer) return { rows: [], past: { ...past, left: null } }
  const rows = newer.filter(({ at }) => at <= past.until)
  const [newest] = rows
  if (!newest || rows.length < newer.length) return { rows, past: null }
  const after = { mark: { id: newest.id, at: newest.at }, left: (page - 1) * size }
  return { rows, past: after.left === 0 ? null : { ...past, ...after } }
}

/** The message at `place` stands deepest in such a page. */
function sizeFor(place: number): number {
  const sizes = Array.from({ length: most - least + 1 }, (_, at) => most - at)
  return sizes.reduce((best, size) => (place % size > place % best ? size : best))
}

/** Undefined: another page has the message. */
function before({ rows }: OtaPage<Row>, id: string): Row[] | undefined {
  const at = rows.findIndex(row => row.id === id)
  return at === -1 ? undefined : rows.slice(0, at)
}

/** Undefined: the next page continues. */
function uptoOldest({ rows, hasMore }: OtaPage<Row>, from: Date | null): Row[] | undefined {
  return isEnd({ rows, hasMore }, from) ? notOlder(rows, from) : undefined
}

const notOlder = (rows: readonly Row[], from: Date | null): Row[] =>
  rows.filter(({ at }) => !from || at >= from)

const isEnd = ({ rows, hasMore }: OtaPage<Row>, from: Date | null): boolean =>
  !hasMore || notOlder(rows, from).length < rows.length

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
    const middlePage = await pageAt(middle)
    if (isEnd(middlePage, from)) [end, last] = [middle, middlePage]
    else whole = middle
  }
  return (end - 1) * most + notOlder(last.rows, from).length
}
