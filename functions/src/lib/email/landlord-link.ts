const names = ['propertyId', 'channelId', 'threadId'] as const

/** Where a landlord reads of what an e-mail is about; undefined where there is no such place. */
export type LandlordLink = (about: Readonly<Record<string, string>>) => string | undefined

/**
 * Links by an address such as `https://landlords.example/open?property={propertyId}&thread={threadId}`: what the e-mail
 * is not about stays empty. Throws what is wrong with the address; an empty one gives no link.
 */
export function landlordLink(address: string): LandlordLink {
  if (address === '') return () => undefined
  const filled: LandlordLink = about =>
    names.reduce(
      (text, name) => text.replaceAll(`{${name}}`, encodeURIComponent(about[name]?.toWellFormed() ?? '')),
      address,
    )
  const url = URL.parse(filled({}) ?? '')
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return filled
  throw new Error(`LANDLORD_URL must be an http or https address, not "${address}"`)
}
