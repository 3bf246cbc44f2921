import { json, type Reply } from '../core/vendor.ts'
import { type MessageStore, type StoredMessage, showMessage } from './store.ts'

const defaultSize = 50
const maxSize = 1000

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** A message that is still queued has no sent date, so a date filter never finds it. */
function sentWithin({ sentAt }: StoredMessage, query: URLSearchParams): boolean {
  const day = query.get('DateSent') ?? ''
  return day === '' || (sentAt !== null && dayOf(sentAt) === day.slice(0, 10))
}

function passes(message: StoredMessage, query: URLSearchParams): boolean {
  const to = query.get('To')
  const from = query.get('From')
  return (
    (to === null || message.to === to) &&
    (from === null || message.from === from) &&
    sentWithin(message, query)
  )
}

function readNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 0 ? Math.min(value, max) : fallback
}

interface Page {
  readonly number: number
  readonly size: number
  readonly total: number
}

function pagingOf(page: Page, query: URLSearchParams, base: string) {
  const uriOf = (number: number): string => {
    const next = new URLSearchParams(query)
    next.set('PageSize', String(page.size))
    next.set('Page', String(number))
    return `${base}?${next}`
  }
  const start = page.number * page.size
  const end = Math.min(page.total, start + page.size) - 1
  return {
    start,
    end: Math.max(start, end),
    page: page.number,
    page_size: page.size,
    uri: uriOf(page.number),
    first_page_uri: uriOf(0),
    previous_page_uri: page.number > 0 ? uriOf(page.number - 1) : null,
    next_page_uri: end + 1 < page.total ? uriOf(page.number + 1) : null,
  }
}

/** Newest first, inbound and outbound alike. */
export function listMessages(store: MessageStore, accountSid: string, query: URLSearchParams): Reply {
  const found = [...store.messages.values()].reverse().filter(message => passes(message, query))
  const size = readNumber(query.get('PageSize'), defaultSize, maxSize) || defaultSize
  const page = {
    number: readNumber(query.get('Page'), 0, Number.MAX_SAFE_INTEGER),
    size,
    total: found.length,
  }
  const shown = found.slice(page.number * size, (page.number + 1) * size)
  const base = `/2010-04-01/Accounts/${accountSid}/Messages.json`
  return json(200, {
    messages: shown.map(message => showMessage(message, accountSid)),
    ...pagingOf(page, query, base),
  })
}
