import { cannedVariables } from '@functions/lib/chat/canned/canned-text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThreadDetails } from '../../../live/message.ts'
import { type CannedReply, cannedFor, slashAt, valuesOf, withCanned } from './canned.ts'

const reply = (name: string, text = 'Hello'): CannedReply => ({
  id: name,
  name,
  text,
  files: [],
  version: 1,
  createdBy: 'a',
  createdAt: '2026-01-01',
  changedBy: 'a',
  changedAt: '2026-01-01',
})

describe('a text after a slash', () => {
  it.each([
    ['/', 1, { from: 0, letters: '' }],
    ['/che', 4, { from: 0, letters: 'che' }],
    ['/che', 2, { from: 0, letters: 'c' }],
    ['Hello\n/door co', 14, { from: 6, letters: 'door co' }],
    ['and/or', 6, undefined],
    ['Hello /door', 11, undefined],
    ['/ 2', 3, undefined],
    ['/a/b', 4, undefined],
    ['/a\nb', 4, undefined],
    [`/${'x'.repeat(61)}`, 62, undefined],
    ['', 0, undefined],
  ])('in %j at %i is %j', (text, caret, typing) => expect(slashAt(text, caret)).toEqual(typing))
})

describe('the found replies', () => {
  const all = [reply('Arrival'), reply('Door code'), reply('Late arrival'), reply('Wi-Fi', 'On arrival …')]
  const found = (words: string) => cannedFor(words, all).map(({ name }) => name)

  it('are those whose names begin so, then by words of a name, then by texts', () => {
    expect(found('arr')).toEqual(['Arrival', 'Late arrival', 'Wi-Fi'])
    expect(found('ODE')).toEqual(['Door code'])
    expect(found('none')).toEqual([])
  })

  it('are all, each once, without words', () => expect(found(' ')).toEqual(all.map(({ name }) => name)))
})

describe('values', () => {
  const thread = (values: Record<string, string | null>): Pick<ThreadDetails, 'reachability'> => {
    const variables = Object.entries(values).map(([name, value]) => ({ name, value }))
    const templates = [{ name: 'reply-request', text: '', variables }]
    return { reachability: { templates } as unknown as ThreadDetails['reachability'] }
  }

  it('are those of the templates, days in words, and the facts of the house as they stand', () => {
    const { reachability } = thread({ guest: 'Maria', arrival: '2026-01-04', property: null })
    const values = valuesOf({ reachability: { ...reachability, facts: { doorCode: '2026-01-04' } } })
    expect(values).toMatchObject({
      guest: 'Maria',
      property: null,
      arrival: '4 January 2026',
      departure: null,
      doorCode: '2026-01-04',
      wifi: null,
    })
  })
})

describe('inserting', () => {
  it('selects the first place that is left open, else puts the caret behind', () => {
    const there = { from: 3, to: 7 }
    const at = (text: string) => withCanned('Hi\n/doo\nBye', there, { text }, { guest: 'Ann' })
    expect(at('Dear {{guest}}')).toEqual({ text: 'Hi\nDear Ann\nBye', selected: { from: 11, to: 11 } })
    const { text, selected } = at('On {{arrival}} or {{departure}}')
    expect(text).toBe('Hi\nOn [arrival] or [departure]\nBye')
    expect(text.slice(selected.from, selected.to)).toBe('[arrival]')
  })

  it('leaves the text around the place, wherever that is', () => {
    const stretch = fc.tuple(fc.string(), fc.string(), fc.string())
    const written = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(...cannedVariables.map(one => `{{${one}}}`))),
    )
    fc.assert(
      fc.property(stretch, written, ([before, selection, after], pieces) => {
        const place = { from: before.length, to: before.length + selection.length }
        const { text, selected } = withCanned(
          before + selection + after,
          place,
          { text: pieces.join('') },
          {},
        )
        expect(text.startsWith(before) && text.endsWith(after)).toBe(true)
        expect(selected.from).toBeGreaterThanOrEqual(before.length)
        expect(selected.to).toBeLessThanOrEqual(text.length - after.length)
      }),
    )
  })
})
