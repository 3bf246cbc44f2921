import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { expect, it } from 'vitest'
import { supportEmail } from './notify-landlords.ts'

const templates = new URL('../../../../../docs/email-templates/', import.meta.url)
/** Renders as SendGrid does; a name that the data lacks throws. */
const render = (name: string, data: object): string =>
  Handlebars.compile(readFileSync(new URL(name, templates), 'utf8').trim(), { strict: true })(data)

it.each(['https://landlords.example/t', undefined])(
  'the e-mail about a support message has the name and, if there is one, the link (%s)',
  link => {
    const landlord = { userId: 'lars', name: 'Lars & Söhne', email: 'lars@example.com' }
    const data = { ...supportEmail('t', new Date(0), landlord).data, link }
    expect(render('support-message.subject.txt', data)).toBe('Our support team has written to you')
    const html = render('support-message.html', data)
    expect(html).toContain('Hello Lars &amp; Söhne')
    expect(html.includes('href=')).toBe(link !== undefined)
    if (link) expect(html).toContain(`href="${link}"`)
    expect(html).not.toMatch(/\{\{|undefined/)
  },
)
