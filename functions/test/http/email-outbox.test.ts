import { afterEach, expect, it, vi } from 'vitest'
import { sandbox } from '../support/connection-builders.ts'
import { connected } from '../support/review.ts'
import { db, sweep, update } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const mailer = { vendor: 'sendgrid', method: 'POST', path: '/v3/mail/send' } as const
const patience = { timeout: 90_000, interval: 100 }

it('an e-mail of unknown outcome names the connection that it is about', async () => {
  await sandbox().fault({ ...mailer, mode: 'processed-then-reset' })
  const { propertyId } = await connected()
  const sent = db().collection('emails').where('about.propertyId', '==', propertyId)
  await vi.waitFor(async () => expect((await sent.get()).docs[0]?.get('status')).toBe('unknown'), patience)
  for (const { ref } of (await sent.get()).docs)
    await update(ref.path, { lostAnswers: 3, dueAt: new Date(Date.now() - 1000) })
  await sweep('workdue')
  const about = db().collection('items').where('propertyId', '==', propertyId)
  await vi.waitFor(async () => {
    const [item] = (await about.get()).docs
    expect(item?.data()).toMatchObject({
      kind: 'email-outcome-unknown',
      ota: 'booking',
      channelId: `${propertyId}_booking`,
    })
  }, patience)
})
