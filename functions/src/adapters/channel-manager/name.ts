/** Extranets of OTAs list this name. */
export const channelManagerName = 'Channex'

export const channelManagerPage = 'https://app.channex.io/'
