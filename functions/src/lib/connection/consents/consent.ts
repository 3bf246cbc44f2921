import * as z from 'zod'
import { digestOf } from '../../digest.ts'
import { DomainError } from '../../errors.ts'
import { initiator } from '../attempt/facts.ts'
import type { Listing } from '../channel-manager.ts'
import { otaNames } from '../otas.ts'
import { shownPrice } from '../requests/waiting.ts'

/** `active`: the channel is; listings may still be added. `ended`: it was taken away again. */
export const storedStates = ['asked', 'refused', 'granted', 'activating', 'active', 'ended'] as const

const reason = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })
export type ConsentReason = z.infer<typeof reason>

export const mappingStates = ['waiting', 'mapped', 'failed'] as const

const chosenListing = z.object({
  listingId: z.string(),
  propertyId: z.string(),
  ratePlanId: z.string(),
  channelManagerRatePlanId: z.string(),
  state: z.enum(mappingStates),
  reason: reason.optional(),
  /** When it was asked for first, to no avail. */
  triedAt: z.date().optional(),
  /** When the channel manager took it; until it shows it, it is at work. */
  sentAt: z.date().optional(),
  /** By the channel of the property. */
  isSold: z.boolean().optional(),
})
export type ChosenListing = z.infer<typeof chosenListing>

const listing = z.object({
  ...{ listingId: z.string(), title: z.string(), type: z.string().nullable() },
  ...{ occupancies: z.number().nullable(), city: z.string().nullable() },
  countryCode: z.string().nullable(),
}) satisfies z.ZodType<Listing>

const activation = z.object({
  id: z.string(),
  actor: initiator.shape.actor,
  at: z.date(),
  /** What the consent was before. */
  from: z.enum(storedStates),
  payments: z.array(z.object({ propertyId: z.string(), paymentId: z.string() })),
  /** Of each, as it was shown to who activated it. */
  price: shownPrice.optional(),
})
export type Activation = z.infer<typeof activation>

/** `consents/{consentId}`: one for a set of properties and an OTA. */
export const storedConsent = z.object({
  ota: z.enum(otaNames),
  propertyIds: z.array(z.string()),
  landlordId: z.string(),
  /** The channel manager's, of the properties. */
  groupId: z.string(),
  askedBy: initiator.shape.actor,
  askedAt: z.date(),
  /** When its last property was disconnected. */
  endedAt: z.date().optional(),
  state: z.enum(storedStates),
  /** Of the open link: what is compared, never the token itself. */
  tokenHash: z.string().optional(),
  expiresAt: z.date().optional(),
  /** Which return took the link that was used last. */
  usedBy: z.string().optional(),
  /** What a browser came back with, until the channel manager has been asked about it. */
  returned: z.object({ channelId: z.string(), at: z.date() }).optional(),
  channelManagerChannelId: z.string().optional(),
  /** Of what: the host's answer, or an activation that did not work. */
  reason: reason.extend({ of: z.enum(['answer', 'activation']).default('activation') }).optional(),
  mappings: z.array(chosenListing).default([]),
  /** Of the account, as they were read last. */
  listings: z.object({ at: z.date(), values: z.array(listing) }).optional(),
  activation: activation.optional(),
  /** An activation that did not work: what it reserved is still to be cancelled. */
  undo: activation.optional(),
  /** Properties whose reservations are still to be loaded, and for whom. */
  toLoad: z
    .object({
      ...{ propertyIds: z.array(z.string()), actor: initiator.shape.actor },
      /** Of those that were tried in vain, since when. */
      tries: z.array(z.object({ propertyId: z.string(), since: z.date() })).default([]),
    })
    .optional(),
  /** When somebody looks at it; absent where nothing is left to do. */
  dueAt: z.date().optional(),
})
export type Consent = z.infer<typeof storedConsent>

/** Stands in the title of every channel that is made for a landlord in a group: no host can write it into another's. */
export const markOf = ({ landlordId, groupId }: Pick<Consent, 'landlordId' | 'groupId'>): string =>
  digestOf([landlordId, groupId]).slice(0, 12)

/** Whether listings of it can be mapped. */
export const isGranted = ({ state }: Pick<Consent, 'state'>): boolean =>
  state === 'granted' || state === 'active' || state === 'activating'

/** Whether something is left to do of it by itself. */
export const isAtWork = ({ returned, undo, activation, toLoad, mappings }: Consent): boolean =>
  Boolean(returned ?? undo ?? activation ?? toLoad) || mappings.some(({ state }) => state === 'waiting')

/** After an answer that is not taken: what was given before stays given. */
export const asRefused = (consent: Consent, reason: ConsentReason): Consent => ({
  ...{ ...consent, reason: { ...reason, of: 'answer' } },
  state: isGranted(consent) ? consent.state : 'refused',
})

type Sale = Pick<ChosenListing, 'listingId' | 'channelManagerRatePlanId'>

/** Our ids of rate plans are ids within a property; the channel manager's are of all. */
export const isSameSale = (a: Sale, b: Sale): boolean =>
  a.listingId === b.listingId && a.channelManagerRatePlanId === b.channelManagerRatePlanId

export const reasonIn = ({ code, detail, nextAction }: DomainError): ConsentReason => ({
  ...{ code, detail },
  nextAction: nextAction ?? 'Try again; if it stays so, tell engineering.',
})

export const noSuchConsent = (): DomainError =>
  new DomainError('not-found', 'There is no such consent.', {
    nextAction: 'Ask for it again, from the property.',
  })

export const tokenLost = (label: string): DomainError =>
  new DomainError('ota-setup-incomplete', `${label} does not accept the consent any more.`, {
    nextAction: 'Ask for the consent again, and send the host the new link.',
  })

export const channelGone = ({ state }: Pick<Consent, 'state'>): DomainError =>
  new DomainError('channel-not-found', 'The channel manager has no such channel any more.', {
    nextAction:
      state === 'active'
        ? 'Disconnect its properties, then ask for the consent again.'
        : 'Ask for the consent again, and send the host the new link.',
  })

/** Whether every listing that is mapped is sold by the channels already. */
export const isSold = ({ state, mappings }: Consent): boolean =>
  state === 'active' && mappings.every(one => one.state === 'mapped' && one.isSold)

/** Properties with their listings, as they are mapped. */
export const listedIn = ({ mappings }: Consent): Map<string, ChosenListing[]> =>
  Map.groupBy(
    mappings.filter(({ state }) => state === 'mapped'),
    ({ propertyId }) => propertyId,
  )

/** What such a channel has in place of a hotel's id. */
export const hotelIdOf = ({ listings }: { listings: readonly { listingId: string }[] }): string =>
  listings.map(({ listingId }) => listingId).join(', ')
