import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { completionOf } from './completion.ts'

const templates = new URL('../../../../../docs/email-templates/', import.meta.url)
const [source, subjectLine] = ['ota-listing-live.html', 'ota-listing-live.subject.txt'].map(name =>
  readFileSync(new URL(name, templates), 'utf8').trim(),
) as [string, string]

/** As SendGrid does it: Handlebars over the data of the message. A name that the data lacks is a mistake of ours. */
const render = (template: string, data: object) => Handlebars.compile(template, { strict: true })(data)

function emailTo(propertyName: string) {
  const { company } = completionOf({
    order: {
      facts: {
        propertyId: 'harbour-view',
        ota: 'booking',
        attemptId: 'attempt',
        hotelId: '5868189',
        landlordId: 'lars',
        channelManagerPropertyId: 'p',
        requestIds: [],
      },
      propertyName,
      account: {
        name: 'Lars & Söhne',
        email: 'lars@example.com',
        connectionService: { plan: 'free', amount: 0, currency: 'EUR' },
      },
      rooms: [],
      ratePlans: [],
      isResumed: false,
    },
    state: { channelId: 'channel', mapping: { rooms: [], ratePlans: [] } },
    audit: undefined,
    at: new Date(),
  })
  const [email] = company.emails?.entries ?? []
  if (!email) throw new Error('no e-mail')
  return { ...email.data, link: `https://example.com${email.data.link}` }
}

describe('the e-mail to the landlord', () => {
  it('has subject, property, OTA and link', () => {
    const data = emailTo('Harbour View')
    expect(render(subjectLine, data)).toBe('Harbour View is live on Booking.com')
    const html = render(source, data)
    expect(html).toContain('<title>Harbour View is live on Booking.com</title>')
    expect(html).toContain('your property Harbour View is connected to Booking.com now')
    expect(html).toContain('href="https://example.com/properties/harbour-view"')
    expect(html).toContain('property ID 5868189')
    expect(html).not.toMatch(/\{\{[^{]|undefined/)
  })

  it('shows a name as it is, in the subject and in the text', () => {
    const data = emailTo('Sea & Sun <b>Lodge</b>')
    expect(render(subjectLine, data)).toBe('Sea & Sun <b>Lodge</b> is live on Booking.com')
    const html = render(source, data)
    expect(html).toContain('Sea &amp; Sun &lt;b&gt;Lodge&lt;/b&gt;')
    expect(html).toContain('Lars &amp; Söhne')
    expect(html).not.toContain('<b>')
  })
})
