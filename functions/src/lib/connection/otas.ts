/** The OTAs a property can be connected to. */
export const otaNames = ['booking'] as const
export type OtaName = (typeof otaNames)[number]

interface Ota {
  /** What operations staff call it. */
  label: string
  /** The channel manager's code of its adapter. */
  adapterCode: string
  /** Format of the id that the OTA's extranet shows. */
  hotelId: RegExp
  hotelIdHint: string
  /** Where landlords manage their property at the OTA. */
  extranet: string
}

export const otas = {
  booking: {
    label: 'Booking.com',
    adapterCode: 'BookingCom',
    hotelId: /^[1-9]\d{3,9}$/,
    hotelIdHint: 'It is a number of 4 to 10 digits that does not start with 0.',
    extranet: 'https://admin.booking.com/',
  },
} satisfies Record<OtaName, Ota>
