import type { Page, Request } from 'playwright-core'

/** A stream of a page to the Firestore emulator, as the page's requests show it. */
interface Stream {
  /** The URL of the newest request that names the stream. */
  url?: URL
  requests: number
  messages: number
  database: string
  targets: Set<number>
}

const streams = new Set<Stream>()

/**
 * Notes what a page listens to. The Firestore emulator sends every write to each stream that was ever opened, also when
 * its page is closed, so that each test would take longer than the one before.
 */
export function watchListening(page: Page): void {
  let current: Stream | undefined
  page.on('request', request => {
    const url = new URL(request.url())
    if (!url.pathname.endsWith('/Listen/channel')) return
    const id = url.searchParams.get('SID')
    if (!id && request.method() === 'POST') {
      current = { requests: 0, messages: 0, database: '', targets: new Set() }
      streams.add(current)
    }
    const session = current?.url?.searchParams.get('SID') ?? id
    if (!current || (id && id !== session)) return
    if (id) current.url = url
    const number = Number(url.searchParams.get('RID'))
    if (number > 0) current.requests = number
    noteMessages(current, request)
  })
}

function noteMessages(stream: Stream, request: Request): void {
  const sent = new URLSearchParams(request.postData() ?? '')
  const count = Number(sent.get('count') ?? 0)
  if (count > 0) stream.messages = Number(sent.get('ofs') ?? 0) + count
  for (let at = 0; at < count; at += 1) {
    const { database, addTarget, removeTarget } = JSON.parse(sent.get(`req${at}___data__`) ?? '{}')
    stream.database = database ?? stream.database
    if (addTarget) stream.targets.add(addTarget.targetId)
    stream.targets.delete(removeTarget)
  }
}

/** After the pages are closed, removes all targets of their streams. */
export async function endListening(): Promise<void> {
  const all = [...streams]
  streams.clear()
  await Promise.all(all.map(removeTargets))
}

async function removeTargets({ url, requests, messages, database, targets }: Stream): Promise<void> {
  if (!url || targets.size === 0) return
  url.searchParams.set('RID', String(requests + 1))
  const body = new URLSearchParams({ count: String(targets.size), ofs: String(messages) })
  for (const [at, removeTarget] of [...targets].entries())
    body.set(`req${at}___data__`, JSON.stringify({ database, removeTarget }))
  await fetch(url, { method: 'POST', body }).catch(() => {})
}
