import { describe, expect, it } from 'vitest'
import { parseContentIds, templatesWithoutId } from './content-ids.ts'

const id = (digit: string) => `HX${digit.repeat(32)}`

describe('the ids of the templates', () => {
  it('are read by name, without the spaces around them', () => {
    expect(parseContentIds(` reply-request=${id('a')}, review-request = ${id('0')} `)).toEqual({
      'reply-request': id('a'),
      'review-request': id('0'),
    })
  })

  it('may be none', () => {
    for (const text of ['', ' ']) expect(parseContentIds(text)).toEqual({})
    expect(templatesWithoutId({})).toHaveLength(4)
    expect(templatesWithoutId({ 'reply-request': id('a') })).not.toContain('reply-request')
  })

  it.each([
    ['another name', `greeting=${id('a')}`],
    ['a name of every object', `constructor=${id('a')}`],
    ['no id', 'reply-request'],
    ['an empty id', 'reply-request='],
    ['a short id', 'reply-request=HX12'],
    ['an id of something else', `reply-request=SM${'a'.repeat(32)}`],
    ['two ids', `reply-request=${id('a')}=${id('b')}`],
    ['a name twice', `reply-request=${id('a')},reply-request=${id('b')}`],
    ['an empty entry', `reply-request=${id('a')},`],
  ])('are refused with %s', (_what, text) => {
    expect(() => parseContentIds(text)).toThrow(/CHATAPP_TEMPLATES/)
  })
})
