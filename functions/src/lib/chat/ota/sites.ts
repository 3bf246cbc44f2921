interface Site {
  label: string
  /** Where owners decide what is asked of them. */
  page: string
  /** Whether it takes links out that the property has not approved. */
  takesLinksOut: boolean
}

/** The OTAs whose inboxes the channel manager hands over, as conversations name them. */
export const sites: Readonly<Record<string, Site>> = {
  booking: { label: 'Booking.com', page: 'https://admin.booking.com/', takesLinksOut: true },
  airbnb: { label: 'Airbnb', page: 'https://www.airbnb.com/hosting/messages', takesLinksOut: false },
  expedia: { label: 'Expedia', page: 'https://www.expediapartnercentral.com/', takesLinksOut: false },
}
