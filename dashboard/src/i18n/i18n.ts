import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Connecting } from './connecting.ts'
import { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en & Connecting }
  }
}

/** The catalogue is there at once: no page waits for its words. Numbers are formatted by Intl. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
})
