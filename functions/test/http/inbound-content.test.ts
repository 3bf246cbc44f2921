import { expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { chatapp, inbound, stored, storedMessages } from '../support/chat.ts'
import { inboundForm, postForm, signatureOf } from '../support/inbound.ts'
import { remove, update } from '../support/stack.ts'

it('a file that is not at the provider is left out, whatever its address looks like', async () => {
  const { threadId, phone } = await storeGuestThread()
  const mediaUrl = 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1'
  const form = {
    ...inboundForm(chatapp(phone), ''),
    MediaUrl0: 'https://api.twilio.com.evil.example/x',
    MediaUrl1: 'http://169.254.169.254/computeMetadata/v1/',
    MediaUrl2: mediaUrl,
    MediaContentType2: 'image/png',
    NumMedia: '3',
  }
  expect((await postForm(form, signatureOf(form))).status).toBe(200)
  expect(await storedMessages(threadId)).toMatchObject([
    { attachments: [mediaUrl], metadata: { mediaTypes: ['image/png'] } },
  ])
})

it('a message of a guest whose thread is gone goes to triage', async () => {
  const { guestId, phone, reservationId } = await storeGuestThread()
  await remove(`reservations/${reservationId}`)
  await update(`guests/${guestId}`, { threadId: 'gone' })
  const messageSid = await inbound({ from: chatapp(phone), body: 'Hello' })
  expect(await stored(`triage/${messageSid}`)).toMatchObject({ reason: 'no-thread', body: 'Hello' })
})
