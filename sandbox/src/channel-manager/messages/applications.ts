/** The paid applications of properties. Without the application of messages every call about messages is forbidden. */

import type { Reply } from '../../core/vendor.ts'
import { page } from '../replies.ts'
import { type Installation, type MessageStore, messagesCode } from './model.ts'

const applicationId = 'e0000000-0000-4000-8000-000000000001'

const showInstallation = ({ id, propertyId, code }: Installation) => ({
  type: 'application_installation',
  id,
  attributes: {
    id,
    property_id: propertyId,
    application_code: code,
    application_id: applicationId,
    settings: {},
  },
})

/** Installations of every property that the key sees. */
export const listInstalled = (store: MessageStore, query: URLSearchParams): Reply =>
  page([...store.installations.values()], query, showInstallation)

export function listApplications(store: MessageStore, query: URLSearchParams): Reply {
  const { price } = store
  const catalogue = [
    { code: 'booking_crs', title: 'Booking CRS', price: '0.00' },
    { code: messagesCode, title: 'Messages & Reviews', price },
  ]
  return page(catalogue, query, ({ code, title, price: monthly }) => ({
    type: 'application',
    id: code === messagesCode ? applicationId : 'e0000000-0000-4000-8000-000000000002',
    attributes: { code, title, price: monthly, vr_price: monthly, is_configurable: false },
  }))
}
