/** The OTAs a property can be connected to. */
export const otaNames = ['booking'] as const
export type OtaName = (typeof otaNames)[number]

export interface Ota {
  /** What operations staff call it. */
  label: string
  /** The channel manager's code of its adapter. */
  adapterCode: string
  /** Format of the id that the OTA's extranet shows. */
  hotelId: RegExp
  hotelIdHint: string
  /** Where landlords manage their property at the OTA. */
  extranet: string
  /** What to do where the connection test fails. */
  setUp: {
    /** The OTA knows nothing of the id. */
    unknown: string
    /** Nothing is switched on yet: not chosen, not agreed to and not yet accepted look the same from here. */
    unfinished: string
    /** These connection types are not. */
    switchOn(types: string): string
  }
}

export const otas = {
  booking: {
    label: 'Booking.com',
    adapterCode: 'BookingCom',
    hotelId: /^[1-9]\d{3,9}$/,
    hotelIdHint: 'It is a number of 4 to 10 digits that does not start with 0.',
    extranet: 'https://admin.booking.com/',
    setUp: {
      unknown:
        'Check the property ID: copy it exactly from the extranet. If it is right, select the channel manager there under Account, Connectivity Provider, then try again.',
      unfinished:
        'In the extranet open Account, Connectivity Provider, select the channel manager if it is not, accept the XML Service Agreement, wait for the channel manager to accept, then try again.',
      switchOn: types =>
        `In the extranet open Account, Connectivity Provider, and have ${types} switched on for the channel manager, then try again.`,
    },
  },
} satisfies Record<OtaName, Ota>
