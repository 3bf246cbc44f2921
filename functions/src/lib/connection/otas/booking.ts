import { guideSteps, type Ota, prerequisites } from './ota.ts'

export const booking: Ota = {
  label: 'Booking.com',
  adapterCode: 'BookingCom',
  hotelId: /^[1-9]\d{3,9}$/,
  hotelIdHint: 'It is a number of 4 to 10 digits that does not start with 0.',
  rateIds: 'number',
  extranet: 'https://admin.booking.com/',
  prerequisites,
  guide: guideSteps,
  setUp: {
    unknown:
      'Check the property ID: copy it exactly from the extranet. If it is right, select the channel manager there under Account, Connectivity Provider, then try again.',
    unfinished:
      'In the extranet open Account, Connectivity Provider, select the channel manager if it is not, accept the XML Service Agreement, wait for the channel manager to accept, then try again.',
    switchOn: types =>
      `In the extranet open Account, Connectivity Provider, and have ${types} switched on for the channel manager, then try again.`,
  },
  landlordDoes: {
    letIn:
      'In the extranet of Booking.com open Account, Connectivity Provider, select our channel manager, and write to us which property ID stands there.',
    finish:
      'In the extranet of Booking.com open Account, Connectivity Provider, select our channel manager if it is not, accept the XML Service Agreement, and have every connection type switched on.',
    endOther:
      'In the extranet of Booking.com open Account, Connectivity Provider, and end the other connection.',
  },
}
