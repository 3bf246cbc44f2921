import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { landlordLink } from './landlord-link.ts'

const address = 'https://landlords.example/open?property={propertyId}&channel={channelId}&thread={threadId}'

it.each([
  [{ threadId: 't' }, 'https://landlords.example/open?property=&channel=&thread=t'],
  [
    { propertyId: 'p', channelId: 'p_booking', ota: 'booking' },
    'https://landlords.example/open?property=p&channel=p_booking&thread=',
  ],
])('the ids that an e-mail is about (%j) are in its link', (about, link) => {
  expect(landlordLink(address)(about)).toBe(link)
})

law('an id changes nothing but its own part of the link', [fc.string()], threadId => {
  const url = new URL(landlordLink(address)({ threadId }) ?? '')
  expect(url.origin).toBe('https://landlords.example')
  expect([...url.searchParams.keys()]).toEqual(['property', 'channel', 'thread'])
  expect(url.searchParams.get('thread')).toBe(threadId.toWellFormed())
})

it('without an address there is no link', () => {
  expect(landlordLink('')({ threadId: 't' })).toBeUndefined()
})

it.each(['landlords.example', 'javascript:alert(1)', 'ftp://landlords.example', '/threads/{threadId}'])(
  'the address %s is refused',
  wrong => {
    expect(() => landlordLink(wrong)).toThrow('LANDLORD_URL')
  },
)
