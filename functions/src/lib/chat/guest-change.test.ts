import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { obstacle } from './delivery/obstacle.ts'
import { storedGuest } from './guest.ts'
import { dueGuestChange, type GuestChange } from './guest-change.ts'

const [phone, other, id] = ['+4915112345678', '+447700900123', 'US.13491208655302741918']
const at = (second: number) => new Date(Date.UTC(2026, 5, 15, 12, 0, second))

describe('the words of an opt-out', () => {
  const word = fc.record({ second: fc.nat(50), change: fc.constantFrom('in' as const, 'out' as const) })
  const wordLists = fc.uniqueArray(word, { selector: ({ second }) => second, minLength: 1, maxLength: 8 })

  function handled(fields: Record<string, Record<string, Date>>, change: GuestChange) {
    const due = dueGuestChange(change, storedGuest.parse(fields), at(59))
    if (!due?.optOut) return fields
    const { channel } = due.optOut
    const { [channel]: _before, ...others } = fields.optedOut ?? {}
    return due.optOut.change === 'out'
      ? { ...fields, optedOut: { ...others, [channel]: due.at } }
      : { ...fields, optedOut: others, optedIn: { ...fields.optedIn, [channel]: due.at } }
  }

  law(
    'leave behind what was said last, in whatever order and however often they are handled',
    [wordLists, fc.infiniteStream(fc.nat())],
    (words, numbers) => {
      const last = words.reduce((a, b) => (a.second > b.second ? a : b))
      const shuffled = [...words, ...words]
        .map(item => ({ item, position: Number(numbers.next().value) }))
        .sort((a, b) => a.position - b.position)
      const fields = shuffled.reduce<Record<string, Record<string, Date>>>(
        (before, { item: { second, change } }) =>
          handled(before, { guestId: 'g', at: at(second), optOut: { channel: 'sms', change } }),
        {},
      )
      const guest = storedGuest.parse({ phone, ...fields })
      const stands = obstacle('sms', guest, { isTemplate: false }, at(59))
      expect(stands?.code).toBe(last.change === 'out' ? 'opted-out' : undefined)
    },
  )

  it('said in the same moment leave the guest alone', () => {
    for (const changes of [['in', 'out'] as const, ['out', 'in'] as const]) {
      const fields = changes.reduce<Record<string, Record<string, Date>>>(
        (before, change) => handled(before, { guestId: 'g', at: at(1), optOut: { channel: 'sms', change } }),
        {},
      )
      expect(fields.optedOut).toEqual({ sms: at(1) })
    }
  })
})

describe('a change comes to', () => {
  const due = (change: Partial<GuestChange>, fields: object) =>
    dueGuestChange({ guestId: 'g', ...change }, storedGuest.parse(fields), at(9))

  it('nothing that is known already', () => {
    const learned = [phone, other, id]
    expect(due({ learned }, { phone, addresses: [other], chatappIds: [id] })?.learned).toEqual([])
    expect(due({ learned, addresses: [other] }, { phone })?.learned).toEqual([id])
    expect(due({ addresses: [other, id] }, { addresses: [other] })?.addresses).toEqual([id])
    expect(due({ forgotten: [other, id] }, { chatappIds: [id] })?.forgotten).toEqual([id])
  })

  it('no time that goes backwards', () => {
    const fields = { lastChatappInboundAt: at(5) }
    expect(due({ wroteFrom: phone, at: at(4) }, fields)?.wroteFrom).toBeUndefined()
    expect(due({ wroteFrom: phone, at: at(6) }, fields)?.wroteFrom).toBe(phone)
    expect(due({ wroteFrom: phone }, fields)).toMatchObject({ wroteFrom: phone, at: at(9) })
  })

  it('nothing for a guest who is gone, but for a new one', () => {
    expect(dueGuestChange({ guestId: 'g', wroteFrom: phone }, undefined, at(1))).toBeUndefined()
    const named = { guestId: 'g', threadId: 't', name: 'N' }
    expect(dueGuestChange(named, undefined, at(1))).toMatchObject(named)
  })
})
