import type { Ota } from '../../../src/lib/connection/otas/ota.ts'

/** An OTA like the first, except that its rates' ids end in a letter. */
export const expedia: Ota = {
  label: 'Expedia',
  adapterCode: 'Expedia',
  hotelId: /^[1-9]\d{6}$/,
  hotelIdHint: 'It is a number of 7 digits.',
  rateIds: 'text',
  extranet: 'https://www.expediapartnercentral.com/',
  prerequisites: ['room', 'rate-plan'],
  guide: ['introduction', 'logIn', 'copyCode', 'property'],
  answersWithinMs: 1500,
  setUp: {
    unknown: 'Ask Expedia for the property ID.',
    unfinished: 'Have Expedia switch the channel manager on.',
    switchOn: types => `Have Expedia switch ${types} on.`,
  },
  landlordDoes: {
    letIn: 'Write to Expedia.',
    finish: 'Have Expedia switch the channel manager on.',
    endOther: 'Have Expedia end the other connection.',
  },
}
