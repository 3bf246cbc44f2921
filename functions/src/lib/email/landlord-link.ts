const names = ['propertyId', 'channelId', 'threadId'] as const

/** The link to what an e-mail is about; undefined without one. */
export type LandlordLink = (about: Readonly<Record<string, string>>) => string | undefined

/**
 * Links from a template such as `https://landlords.example/open?property={propertyId}&thread={threadId}`; variables
 * that the e-mail lacks stay empty. Throws for an invalid template; an empty one gives no link.
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
