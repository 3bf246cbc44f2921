import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { type ContentParts, cutText, inboundContent, keepAttachments, shownText } from './content.ts'

const content = (more: Partial<ContentParts>) =>
  inboundContent({
    text: '',
    media: [],
    replyTo: undefined,
    button: { text: undefined, payload: undefined },
    location: { latitude: undefined, longitude: undefined, address: undefined, label: undefined },
    ...more,
  })
const at = { latitude: 52.5, longitude: -13.4, address: undefined, label: undefined }

describe('the content of an inbound message', () => {
  it('is its text and nothing else', () => {
    expect(content({ text: 'Hello' })).toEqual({ body: 'Hello', attachments: [] })
  })

  it.each<[string, Partial<ContentParts>, string]>([
    ['the text of a button', { button: { text: 'Yes, please', payload: 'yes' } }, 'Yes, please'],
    ['the payload of a button without one', { button: { text: undefined, payload: 'yes' } }, 'yes'],
    ['a location in words', { location: at }, 'Location: 52.5, -13.4'],
    [
      'a location with its name',
      { location: { ...at, label: 'Casa', address: 'Via Roma 1' } },
      'Location: Casa, Via Roma 1, 52.5, -13.4',
    ],
    [
      'its own text before all that',
      { text: 'See here', button: { text: 'B', payload: undefined } },
      'See here',
    ],
    ['nothing where only a picture came', { media: [{ url: 'https://a/b', type: 'image/png' }] }, ''],
  ])('reads as %s', (_what, more, body) => {
    expect(content(more).body).toBe(body)
  })

  it('keeps in its metadata what a text cannot say', () => {
    const replyTo = `SM${'a'.repeat(32)}`
    const button = { text: 'B', payload: 'p' }
    const media = [
      { url: 'https://a/1', type: 'image/png' },
      { url: 'https://a/2', type: undefined },
    ]
    expect(content({ text: 'x', replyTo, button, location: at, media })).toEqual({
      body: 'x',
      attachments: ['https://a/1', 'https://a/2'],
      metadata: {
        replyToProviderId: replyTo,
        button,
        location: { latitude: 52.5, longitude: -13.4 },
        mediaTypes: ['image/png', 'application/octet-stream'],
      },
    })
  })

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -181 },
    { latitude: 1, longitude: undefined },
    { latitude: undefined, longitude: 1 },
  ])('has no location at %j', place => {
    expect(content({ location: { ...at, ...place } })).toEqual({ body: '', attachments: [] })
  })
})

it.each(['', ' \n', '\u200b\u00ad', '\u3164'])(
  'an empty text (%j) is replaced by words, unless there is a file',
  text => {
    expect(shownText(text, { attachments: [] })).toMatch(/cannot be shown/)
    expect(shownText(text, { attachments: ['https://a/1'] })).toBe(text)
  },
)

describe('attachments that are left out', () => {
  it('take their types with them', () => {
    const metadata = { mediaTypes: ['a/1', 'a/2', 'a/3'], replyToProviderId: 'SM' }
    const content = keepAttachments({ attachments: ['1', '2', '3'], metadata }, url => url !== '2')
    expect(content).toEqual({
      attachments: ['1', '3'],
      metadata: { mediaTypes: ['a/1', 'a/3'], replyToProviderId: 'SM' },
    })
  })

  it('leave no metadata behind when no attachment is kept', () => {
    const metadata = { mediaTypes: ['a/1'] }
    expect(keepAttachments({ attachments: ['1'], metadata }, () => false)).toEqual({ attachments: [] })
  })
})

law(
  'a text that is too long is cut, never into half a character, and a short one stays',
  [fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 })],
  (text, max) => {
    const cut = cutText(text.toWellFormed(), max)
    expect(cut.length).toBeLessThanOrEqual(max)
    expect(cut.isWellFormed()).toBe(true)
    if (text.length <= max) expect(cut).toBe(text.toWellFormed())
    else expect(cut.endsWith('…')).toBe(true)
  },
)
