import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { storedPropertyChannel } from '../channels/property-channel.ts'
import type { Mapping } from '../model.ts'
import type { Completion } from '../ports.ts'
import { completionOf, connectionResult, replayedResult } from './completion.ts'

const target = { propertyId: 'harbour-view', ota: 'booking' as const }
const facts = {
  ...target,
  attemptId: 'attempt',
  hotelId: '5868189',
  landlordId: 'lars',
  channelManagerPropertyId: 'p',
  requestIds: [],
}

describe('the reply of connecting', () => {
  const row = { otaRoomId: 1, otaRateName: 'Standard', score: 1, reasons: ['same name'], needsReview: false }
  const plan = { ...row, otaRateId: 2, ratePlanId: 'plan' }
  const open = { ...row, otaRateId: 3, ratePlanId: null, occupancy: null, needsReview: true }
  const mapping: Mapping = {
    rooms: [],
    ratePlans: [
      { ...plan, occupancy: 1, primary: false },
      { ...plan, occupancy: 2, primary: true },
      { ...open, primary: false },
    ],
  }
  const channelManagerChannelId = 'channel'
  const completion: Completion = { facts, channelManagerChannelId, mapping, offer: {}, at: new Date(0) }

  it('is that of the contract', () => {
    expect(connectionResult(completion, ['request'])).toEqual({
      status: 'completed',
      ...target,
      hotelId: '5868189',
      channelId: 'harbour-view_booking',
      channelManagerChannelId,
      requestIds: ['request'],
      subscriptionId: null,
      mapping: { ...mapping, summary: { mapped: 1, total: 2, needsReview: 1 } },
      redirectTo: '/properties/harbour-view/channels/harbour-view_booking',
      replayed: false,
    })
  })

  it('names the subscription', () => {
    const subscription = { id: 'subscription', amount: 4900, currency: 'EUR' }
    expect(connectionResult({ ...completion, subscription }, []).subscriptionId).toBe('subscription')
  })

  it('is the same when replayed from the stored channel, with the requests closed by the replay', () => {
    const stored = { ...target, status: 'active', hotelId: '5868189', channelManagerChannelId, mapping }
    const channel = storedPropertyChannel.parse({ ...stored, requestIds: ['request'] })
    expect(replayedResult(target, channel, [])).toEqual({
      ...connectionResult(completion, ['request']),
      replayed: true,
    })
    expect(replayedResult(target, channel, ['request', 'late']).requestIds).toEqual(['request', 'late'])
  })
})

describe('the e-mail to the landlord', () => {
  const templates = new URL('../../../../../docs/email-templates/', import.meta.url)
  /** As SendGrid does it: Handlebars over the data of the message. A name that the data lacks is a mistake of ours. */
  const render = (name: string, data: object): string =>
    Handlebars.compile(readFileSync(new URL(name, templates), 'utf8').trim(), { strict: true })(data)

  function emailTo(propertyName: string, link?: string): { subject: string; html: string } {
    const { extras } = completionOf({
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
    })
    const [email] = extras.emails?.entries ?? []
    if (!email) throw new Error('no e-mail')
    const data = { ...email.data, link }
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

  it('links nowhere when landlords have no pages', () => {
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
