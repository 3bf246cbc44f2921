interface Site {
  label: string
  page: string
  /** The OTA removes links without the property's approval. */
  takesLinksOut: boolean
}

/** Keys are the channel manager's names of OTAs. */
export const sites: Readonly<Record<string, Site>> = {
  booking: { label: 'Booking.com', page: 'https://admin.booking.com/', takesLinksOut: true },
  airbnb: { label: 'Airbnb', page: 'https://www.airbnb.com/hosting/messages', takesLinksOut: false },
  expedia: { label: 'Expedia', page: 'https://www.expediapartnercentral.com/', takesLinksOut: false },
}
