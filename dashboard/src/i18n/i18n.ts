import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Alerts } from './alerts.ts'
import type { Batches } from './batches.ts'
import type { BookingSites } from './booking-sites.ts'
import type { Canned } from './canned.ts'
import { type Catalogue, namespace } from './catalogue.ts'
import type { Channels } from './channels.ts'
import type { Connecting } from './connecting.ts'
import { en } from './en.ts'
import type { FactsTexts } from './facts.ts'
import type { Guide } from './guide.ts'
import type { Items } from './items.ts'
import type { Landlord } from './landlord.ts'
import type { Ledger } from './ledger.ts'
import type { ManyThreads } from './many-threads.ts'
import type { MappingTexts } from './mapping.ts'
import type { Morning } from './morning.ts'
import type { NewProperty } from './new-property.ts'
import type { OpenThread } from './open-thread.ts'
import type { Palette } from './palette.ts'
import type { Portfolio } from './portfolio.ts'
import type { Scheduling } from './scheduling.ts'
import type { Triage } from './triage.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof en &
        Alerts &
        Batches &
        BookingSites &
        Canned &
        Channels &
        Connecting &
        FactsTexts &
        Guide &
        Items &
        Landlord &
        Ledger &
        ManyThreads &
        MappingTexts &
        Morning &
        NewProperty &
        OpenThread &
        Palette &
        Portfolio &
        Scheduling &
        Triage
    }
  }
}

/** By language. Plural forms that English does not have may be added to another one. */
const catalogues: Record<string, { [namespace]: Catalogue<typeof en> }> = { en: { [namespace]: en } }

/** The catalogue is there at once: no page waits for its words. Numbers are formatted by Intl. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: catalogues,
  // Said, so that not every key is looked at for what it might be.
  keySeparator: '.',
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
})
