import type { Needs } from '../../context.ts'
import type { NewItem } from '../../items/item.ts'
import { channelIdOf, listingLiveEmail } from '../attempt/completion.ts'
import { type Activation, type Consent, hotelIdOf } from './consent.ts'
import type { ConsentedProperty } from './ports.ts'
import type { Reserved } from './reserve-payments.ts'

/** The landlord is told once, of all properties that are new. */
export function told(
  deps: Needs,
  consentId: string,
  {
    value: { ota },
    activation,
    properties,
    fresh,
    at,
  }: {
    value: Consent
    activation: Activation
    properties: readonly Reserved[]
    fresh: readonly ConsentedProperty[]
    at: Date
  },
): {
  emails?: { entries: ReturnType<typeof listingLiveEmail>[]; at: Date }
  items?: { open: NewItem; previous: 'none' }[]
} {
  const [first] = fresh
  const account = properties[0]?.account
  if (!first || !account) return {}
  const names = properties.filter(one => fresh.some(({ propertyId }) => propertyId === one.propertyId))
  const about = { propertyId: first.propertyId, ota, channelId: channelIdOf({ ...first, ota }) }
  if (account.email) {
    const email = listingLiveEmail({
      ...{ emailId: `ota-listing-live_${activation.id}`, to: account.email, ota, about },
      ...{ landlordName: account.name, propertyName: names.map(({ name }) => name).join(', ') },
      hotelId: fresh.map(hotelIdOf).join(', '),
    })
    return { emails: { entries: [email], at } }
  }
  deps.log.info('a landlord has no address to be told at', { consentId })
  return {
    items: [
      {
        open: {
          ...{ id: `landlord-email-missing_${activation.id}`, kind: 'landlord-email-missing', createdAt: at },
          detail: 'The properties are live, but their landlord has no e-mail address and was not told.',
          nextAction: "Add the e-mail address to the landlord's account, and tell them that they are live.",
          ...about,
        },
        previous: 'none',
      },
    ],
  }
}
