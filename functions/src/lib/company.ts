import { DomainError } from './errors.ts'
import { anyFields, collection } from './store.ts'

// Other systems write these, in any shape.
export const properties = collection('properties/{propertyId}', anyFields)
export const accounts = collection('accounts/{landlordId}', anyFields)
export const reservations = collection('reservations/{reservationId}', anyFields)

export const noSuchProperty = (propertyId: string, nextAction: string): DomainError =>
  new DomainError('property-not-found', `There is no property ${propertyId}.`, { nextAction })
