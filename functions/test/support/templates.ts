import { expect } from 'vitest'
import { localParameters } from '../../../scripts/stack/parameters.ts'
import { parseContentIds } from '../../src/adapters/twilio/content-ids.ts'
import { storeGuestThread } from './builders.ts'
import { type Answer, call, type Data, put, type User, uniqueId, update } from './stack.ts'

/** The ids that the local system knows the templates by at the provider. */
export const localContentIds = parseContentIds(localParameters('', '').plain.CHATAPP_TEMPLATES ?? '')

export const postTemplate = (threadId: string, user: User, body: unknown): Promise<Answer> =>
  call('POST', `/chat/threads/${threadId}/template-messages`, { token: user.token, body })

/** Posts a template, which must succeed; returns the message. */
export async function postedTemplate(threadId: string, user: User, sent: object): Promise<Data> {
  const { status, text, body } = await postTemplate(threadId, user, sent)
  expect(status, text).toBe(201)
  return body
}

/** A guest's thread whose property has a name of its own, by which its sends can be told apart. */
export async function storeStay(phone?: string) {
  const stay = await storeGuestThread({ version: 1 }, phone)
  const propertyId = uniqueId('property')
  const property = `House ${uniqueId('name')}`
  const days = { arrival: '2026-07-03', departure: '2026-07-06' }
  await put(`properties/${propertyId}`, { name: property, landlordId: 'somebody' })
  await update(`reservations/${stay.reservationId}`, { propertyId, ...days })
  return { ...stay, propertyId, property }
}
