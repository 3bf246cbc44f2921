import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { isDocumentId } from '../../identifiers.ts'
import { cursor, toCursor } from './cursor.ts'

const positions = fc.record({
  seconds: fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
  nanoseconds: fc.integer({ min: 0, max: 999_999_999 }),
  messageId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(isDocumentId),
  passedOver: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
})

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

describe('a cursor', () => {
  law('says exactly where it was taken, in characters that are safe in an address', [positions], position => {
    const text = toCursor(position)
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(cursor.parse(text)).toEqual(position)
  })

  law('has one spelling', [fc.string()], text => {
    const read = cursor.safeParse(text).data
    if (read) expect(toCursor(read)).toBe(text)
  })

  it.each(
    Object.entries({
      'only a time': '1700000000.0',
      'no id': '1700000000.0.',
      'no time': '.0.m',
      'a time with words in it': 'now.0.m',
      'a time that Firestore has not': '999999999999.0.m',
      'a time before all times': '-99999999999.0.m',
      'too many nanoseconds': '1.1000000000.m',
      'another spelling of a number': '01.0.m',
      'a minus before nothing': '-0.0.m',
      'nothing passed over': '0~1.0.m',
      'too much passed over': '1000~1.0.m',
      'an id that leads elsewhere': '1.0.a/b',
      'a reserved id': '1.0.__m__',
    }),
  )('of %s is refused', (_, text) => expect(cursor.safeParse(encoded(text)).success).toBe(false))

  it.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['an id of half a character', Buffer.from([0x31, 0x2e, 0x30, 0x2e, 0xff]).toString('base64url')],
    ['padding', `${encoded('1.0.mm')}=`],
    ['the other alphabet', Buffer.from('1.0.???>>>').toString('base64')],
  ])('of %s is refused', (_, text) => expect(cursor.safeParse(text).success).toBe(false))
})
