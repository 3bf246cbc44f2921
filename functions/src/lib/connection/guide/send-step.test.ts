import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { expect, it } from 'vitest'
import { channelManagerName } from '../../../adapters/channel-manager/name.ts'
import { type OtaName, otaNames, otas, stepsInExtranet } from '../otas.ts'
import { guideLanguages, languageOf } from './languages.ts'

const templates = new URL('../../../../../docs/email-templates/', import.meta.url)
const sendgrid = Handlebars.create()
/** Inside SendGrid's own helper only `@root` is in reach. */
sendgrid.registerHelper(
  'equals',
  (one: unknown, other: unknown, { fn, inverse }: Handlebars.HelperOptions) =>
    one === other ? fn({}) : inverse({}),
)
/** A name that the data lacks throws. */
const compiled = (name: string) =>
  sendgrid.compile<object>(readFileSync(new URL(name, templates), 'utf8').trim(), { strict: true })
const [subjectOf, htmlOf] = [compiled('guide-step.subject.txt'), compiled('guide-step.html')]

const written = (ota: OtaName, step: string, language: string, propertyName = 'Harbour View') => {
  const { label, extranet: link } = otas[ota]
  const data = { step, ota: label, propertyName, link, language }
  const html = htmlOf(data)
  const paragraphs = [...html.matchAll(/<p>(.+?)<\/p>/gs)].map(([, text = '']) => text.trim())
  return { ota: label, step, language, link, subject: subjectOf(data), html, paragraphs }
}
const emails = otaNames.flatMap(ota =>
  stepsInExtranet(ota).flatMap(step => guideLanguages.map(language => written(ota, step, language))),
)

it.each(emails)(
  'the e-mail about $step at $ota in $language has a subject, a text and the way there',
  ({ ota, language, link, subject, html, paragraphs }) => {
    expect(subject).toMatch(/^Harbour View: \S.{5,}/)
    expect(html).toContain(`lang="${language}"`)
    expect(html).toContain(`href="${link}"`)
    const [greeting, intro, task, hint, button, end, ...others] = paragraphs
    expect(others).toEqual([])
    expect(intro).toContain('Harbour View')
    expect(intro).toContain(ota)
    expect(task).toMatch(/^<strong>.{20,}<\/strong>$/)
    for (const words of [greeting, hint, button, end]) expect(words).toMatch(/\p{L}{3}/u)
    expect(`${subject}${html}`).not.toMatch(/\{\{|undefined/)
  },
)

it('each step has words of its own in each language', () => {
  expect(emails.length).toBeGreaterThanOrEqual(7 * guideLanguages.length)
  const different = (of: (email: (typeof emails)[number]) => string | undefined) =>
    new Set(emails.map(email => `${email.ota}: ${of(email)}`)).size
  expect(different(({ subject }) => subject)).toBe(emails.length)
  expect(different(({ paragraphs }) => paragraphs[2])).toBe(emails.length)
})

it('a step that looks for the channel manager names it as the extranet does', () => {
  const steps = emails.filter(({ step }) => ['searchName', 'confirm', 'wait'].includes(step))
  expect(steps).toHaveLength(3 * guideLanguages.length)
  for (const { paragraphs } of steps) expect(paragraphs[2]).toContain(channelManagerName)
})

it.each(guideLanguages)('the name of a property is shown as it is (%s)', language => {
  const { subject, html } = written('booking', 'agreement', language, 'Sea & Sun <b>{{ota}}</b>')
  expect(subject).toContain('Sea & Sun <b>{{ota}}</b>: ')
  expect(html).toContain('Sea &amp; Sun &lt;b&gt;{{ota}}&lt;/b&gt;')
  expect(html).not.toContain('<b>')
})

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['IT_it', 'it'],
  [' fr ', 'fr'],
  ['pt', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('a landlord with the language %s is written to in %s', (tag, language) =>
  expect(languageOf(tag)).toBe(language),
)
