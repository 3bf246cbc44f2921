import { expect, it } from 'vitest'
import type { ThreadDetails } from '../../live/message.ts'
import { typesIn } from './sending.ts'

const threadOf = (source: string, guest: { name: string } | null) =>
  ({
    source,
    reachability: { guest, lastUsed: null, ota: { reachable: false, provider: null } },
  }) as ThreadDetails

const [inside, all] = [
  ['message', 'note'],
  ['chatapp-message', 'sms-message', 'message', 'note'],
]

it.each([
  ['support', null, inside],
  ['support', { name: 'Maria' }, all],
  ['guest', null, all],
])('in a thread of %s with the guest %j the types are %j', (source, guest, types) => {
  expect(typesIn(threadOf(source, guest))).toEqual(types)
})
