const names = ['propertyId', 'channelId', 'threadId'] as const

export type LandlordLink = (about: Readonly<Record<string, string>>) => string | undefined

/** `https://landlords.example/open?property={propertyId}&thread={threadId}`. Throws if invalid. */
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
