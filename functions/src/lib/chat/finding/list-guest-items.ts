import { textAt } from '../../documents.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { ItemView } from '../../items/item.ts'
import { listItems } from '../../items/list-items.ts'
import { byId } from '../../store.ts'
import { channelOfType } from '../channel-types.ts'
import { messages } from '../stored-messages.ts'
import { threads } from '../thread-writes.ts'
import { guestNames } from './guest-names.ts'

export const listGuestItems: typeof listItems = async (deps, actor, query) => {
  const page = await listItems(deps, actor, query)
  const [ofThreads, ofMessages] = await Promise.all([
    deps.store.readAll(places(page.items.map(({ threadId }) => threads.any.named(idOf(threadId))))),
    deps.store.readAll(places(page.items.map(messageOf))),
  ])
  const names = await guestNames(deps.store, ofThreads)
  const byMessage = byId(ofMessages)
  const items = page.items.map((item): ItemView => {
    const guestName = names.get(String(item.threadId))
    const channel = channelOfType(textAt(byMessage.get(String(item.messageId)), 'type'))
    return { ...item, ...(guestName && { guestName }), ...(channel && { channel }) }
  })
  return { ...page, items }
}

const idOf = (id: unknown): string | undefined =>
  typeof id === 'string' && isDocumentId(id) ? id : undefined

function messageOf({ threadId, messageId }: ItemView) {
  const [thread, message] = [idOf(threadId), idOf(messageId)]
  return thread && message ? messages.any.at(thread, message) : undefined
}

const places = <Place extends { path: string }>(all: readonly (Place | undefined)[]): Place[] => [
  ...new Map(all.flatMap(place => (place ? [[place.path, place] as const] : []))).values(),
]
