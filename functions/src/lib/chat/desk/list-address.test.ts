import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { channelNames } from '../channel-names.ts'
import { addressOf, defaultQueue, isNarrowed, listViews, readAddress } from './list-address.ts'
import { stayPhases } from './stay-phase.ts'

const id = fc.stringMatching(/^[A-Za-z0-9_ &=?#%+-]{1,40}$/)
const filter = fc.record(
  {
    team: fc.oneof(id, fc.constant(defaultQueue)),
    property: id,
    stay: fc.constantFrom(...stayPhases),
    channel: fc.constantFrom(...channelNames),
  },
  { requiredKeys: [] },
)
const view = fc.constantFrom(...listViews)

describe('the address of a list', () => {
  law('says the view and the filter, and they come back', [view, filter], (view, filter) => {
    const text = addressOf({ view, filter })
    expect(readAddress(new URLSearchParams(text))).toEqual({ view, filter })
    expect(isNarrowed(filter)).toBe(Object.keys(filter).length > 0)
  })

  law('is one for whatever says the same', [fc.webQueryParameters(), view], (rest, view) => {
    const read = readAddress(new URLSearchParams(`${rest}&view=${view}`))
    expect(readAddress(new URLSearchParams(addressOf(read)))).toEqual(read)
  })

  it.each([
    ['view=secret&stay=leaving&channel=fax', ''],
    ['property=a/b&q=Maria&team=', ''],
    [`channel=sms&team=.&view=done&property=${'x'.repeat(129)}`, 'view=done&team=.&channel=sms'],
  ])('%s counts as “%s”', (address, canonical) => {
    expect(addressOf(readAddress(new URLSearchParams(address)))).toBe(canonical)
  })
})
