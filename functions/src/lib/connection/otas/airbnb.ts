import type { OtaByConsent } from './ota.ts'

export const airbnb: OtaByConsent = {
  by: 'consent',
  label: 'Airbnb',
  adapterCode: 'AirBNB',
  linkRoute: 'airbnb',
}
