/** The channel manager's full name, as OTAs list it in their extranets. */
export const channelManagerName = 'Channex'

/** Its own pages, where staff sign in and make the first connection of a property. */
export const channelManagerPage = 'https://app.channex.io/'
