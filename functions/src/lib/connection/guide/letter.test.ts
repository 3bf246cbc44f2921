import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { otaNames, otas } from '../otas.ts'
import { bookingLetters } from './booking-letters.ts'
import { guideLetters, type Letter, letterOf, type StepFacts, textOf } from './letter.ts'
import { guideLanguages, languageOf } from './words.ts'

const facts: StepFacts = {
  ota: 'booking',
  propertyName: 'Harbour View',
  landlordName: 'Lars Lindqvist',
  channelManager: 'The Channel Manager',
  hotelId: '5868189',
}

const all = otaNames.flatMap(ota =>
  Object.entries(guideLetters[ota] ?? {}).flatMap(([step, letters]) =>
    guideLanguages.map(language => ({ ota, step, letters, language })),
  ),
)

const templates = new URL('../../../../../docs/email-templates/', import.meta.url)
/** As SendGrid does it: Handlebars over the data of the message. A name that the data lacks is a mistake of ours. */
const render = (name: string, data: object): string =>
  Handlebars.compile(readFileSync(new URL(name, templates), 'utf8').trim(), { strict: true })(data)

it.each(otaNames)('every step of %s in the extranet has its letter', ota => {
  const inExtranet = otas[ota].guide.filter(step => step !== 'introduction' && step !== 'property')
  expect(Object.keys(guideLetters[ota] ?? {})).toEqual(inExtranet)
})

describe.each(all)('$ota $step in $language', ({ ota, letters, language }) => {
  const written = (more: Partial<StepFacts> = {}): Letter =>
    letterOf(letters, language, { ...facts, ota, ...more })

  it.each([{}, { hotelId: undefined }, { landlordName: ' ' }])('has nothing left to fill in: %j', more => {
    const letter = written(more)
    expect(JSON.stringify(letter)).not.toMatch(/[{}]\w*[{}]|undefined/)
    const { hotelLine, ...words } = letter
    expect(Object.values(words).filter(word => word.trim() === '')).toEqual([])
    expect(hotelLine !== '').toBe(!('hotelId' in more))
  })

  it('names the property, the OTA, the way there and the property ID', () => {
    const text = `${written().subject}\n${textOf(written())}`
    for (const name of ['Harbour View', 'Lars Lindqvist', otas[ota].label, otas[ota].extranet, '5868189'])
      expect(text).toContain(name)
  })

  it('is in words of its own', () => {
    if (language === 'en') return
    const english = Object.values(letterOf(letters, 'en', { ...facts, ota }))
    const { title, task, hint, intro, closing } = written()
    for (const words of [title, task, hint, intro, closing]) expect(english).not.toContain(words)
  })

  it('is an e-mail that holds all of it', () => {
    const letter = written()
    const html = render('guide-step.html', letter)
    expect(render('guide-step.subject.txt', letter)).toBe(letter.subject)
    expect(html).toContain(`lang="${language}"`)
    const { title, greeting, intro, task, hint, hotelLine, button, closing, fallback } = letter
    for (const words of [title, greeting, intro, task, hint, hotelLine, button, closing, fallback])
      expect(html).toContain(Handlebars.escapeExpression(words))
    expect(html).not.toMatch(/\{\{|undefined/)
  })
})

it('the channel manager is named as the extranet lists it where it is looked for', () => {
  for (const step of ['searchName', 'confirm', 'wait'] as const)
    for (const language of guideLanguages)
      expect(letterOf(bookingLetters[step] ?? none(), language, facts).task).toContain('The Channel Manager')
})

const none = (): never => {
  throw new Error('no such step')
}

it('what is not known leaves no gap', () => {
  const letter = letterOf(bookingLetters.logIn ?? none(), 'en', { ...facts, hotelId: undefined })
  expect(textOf(letter)).not.toMatch(/\n\n\n/)
  expect(render('guide-step.html', letter)).not.toMatch(/<p[^>]*>\s*<\/p>/)
})

law(
  'a name is what it is: in one line, never filled in, never HTML',
  [fc.string({ unit: 'binary' }), fc.constantFrom(...all)],
  (name, { letters, language }) => {
    const propertyName = `${name}<b>{ota}</b>\n{hotelId}`
    const letter = letterOf(letters, language, { ...facts, propertyName })
    expect(letter.subject).toContain('<b>{ota}</b> {hotelId}: ')
    expect(letter.subject).not.toMatch(/[\r\n]/)
    const html = render('guide-step.html', letter)
    expect(html).toContain('&lt;b&gt;{ota}&lt;/b&gt; {hotelId}')
    expect(html).not.toContain('<b>')
  },
)

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['IT_it', 'it'],
  [' fr ', 'fr'],
  ['pt', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('%s is written to in %s', (tag, language) => expect(languageOf(tag)).toBe(language))
