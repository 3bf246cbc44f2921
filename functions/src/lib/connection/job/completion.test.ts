import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { completionOf } from './completion.ts'

const facts = {
  propertyId: 'harbour-view',
  ota: 'booking' as const,
  attemptId: 'attempt',
  hotelId: '5868189',
  landlordId: 'lars',
  channelManagerPropertyId: 'p',
  requestIds: [],
}

describe('the e-mail to the landlord', () => {
  const templates = new URL('../../../../../docs/email-templates/', import.meta.url)
  /** Renders as SendGrid does; a name that the data lacks throws. */
  const render = (name: string, data: object): string =>
    Handlebars.compile(readFileSync(new URL(name, templates), 'utf8').trim(), { strict: true })(data)

  function emailTo(propertyName: string, link?: string): { subject: string; html: string } {
    const { extraWrites } = completionOf({
      order: {
        facts,
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
      by: 'olivia',
      at: new Date(),
      isLeftToUs: false,
    })
    const email = extraWrites.find(({ path }) => path.startsWith('emails/'))
    const data = { ...z.object({}).loose().parse(email?.fields.data), link }
    return {
      subject: render('ota-listing-live.subject.txt', data),
      html: render('ota-listing-live.html', data),
    }
  }

  it('has subject, property, OTA and link', () => {
    const { subject, html } = emailTo('Harbour View', 'https://landlords.example/harbour-view')
    expect(subject).toBe('Harbour View is live on Booking.com')
    expect(html).toContain('<title>Harbour View is live on Booking.com</title>')
    expect(html).toContain('your property Harbour View is connected to Booking.com now')
    expect(html).toContain('href="https://landlords.example/harbour-view"')
    expect(html).toContain('property ID 5868189')
    expect(html).not.toMatch(/\{\{[^{]|undefined/)
  })

  it('has no link when landlords have no pages', () => {
    expect(emailTo('Harbour View').html).not.toMatch(/href|button/)
  })

  it('shows a name as it is, in the subject and in the text', () => {
    const { subject, html } = emailTo('Sea & Sun <b>Lodge</b>')
    expect(subject).toBe('Sea & Sun <b>Lodge</b> is live on Booking.com')
    expect(html).toContain('Sea &amp; Sun &lt;b&gt;Lodge&lt;/b&gt;')
    expect(html).toContain('Lars &amp; Söhne')
    expect(html).not.toContain('<b>')
  })
})
