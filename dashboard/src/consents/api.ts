import type { reply as askedReply } from '@functions/http/integrations/connect-property.ts'
import type { consentView } from '@functions/http/integrations/consent-shapes.ts'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'

export type Consent = Json<z.output<typeof consentView>>
export type Listing = NonNullable<Consent['listings']>[number]
export type RatePlan = Consent['ratePlans'][number]
export type ListingMapping = Consent['mappings'][number]
export type Asked = Extract<Json<z.output<typeof askedReply>>, { status: 'consent' }>

const pathOf = (consentId: string, isFresh = false): string =>
  `/api/consents/${encodeURIComponent(consentId)}${isFresh ? '?fresh=true' : ''}`

export const consentQuery = (consentId: string) =>
  queryOptions({
    queryKey: ['consent', consentId],
    // Whoever comes to the page sees what the account has now.
    queryFn: ({ signal, client, queryKey }) =>
      call<Consent>({
        path: pathOf(consentId, !client.getQueryData<Consent>(queryKey)?.listings),
        signal,
      }),
  })

/** Payments, and what each was shown to cost. */
export interface Charge {
  payments: readonly { propertyId: string; paymentId: string }[]
  price: { amount: number; currency: string } | null
}

export const consentsApi = {
  /** Makes a link for the host; the one before it does not work any more. */
  ask: (ota: string, propertyIds: readonly string[]) =>
    call<Asked>({
      method: 'POST',
      path: `/api/integrations/${encodeURIComponent(ota)}/connect`,
      body: { propertyIds },
    }),
  read: (consentId: string) => call<Consent>({ path: pathOf(consentId) }),
  map: (
    consentId: string,
    mappings: readonly Pick<ListingMapping, 'listingId' | 'propertyId' | 'ratePlanId'>[],
  ) => call<Consent>({ method: 'PUT', path: `${pathOf(consentId)}/mappings`, body: { mappings } }),
  activate: (consentId: string, { payments, price }: Charge) =>
    call<Consent>({
      method: 'POST',
      path: `${pathOf(consentId)}/activate`,
      ...(payments.length > 0 && { body: { payments, ...(price && { price }) } }),
    }),
}

/** Where the newest link of a consent is kept, in memory alone: who has it can answer for the host. */
export const linkKey = (consentId: string) => ['consent-link', consentId] as const

export type ConsentLink = Pick<Asked, 'url' | 'expiresAt'>
