/** The channel manager's full name, as OTAs list it in their extranets. */
export const channelManagerName = 'Channex'
