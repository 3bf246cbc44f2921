import { anyFields, collection } from './store.ts'

// Other systems write these, in any shape.
export const properties = collection('properties/{propertyId}', anyFields)
export const accounts = collection('accounts/{landlordId}', anyFields)
export const reservations = collection('reservations/{reservationId}', anyFields)
