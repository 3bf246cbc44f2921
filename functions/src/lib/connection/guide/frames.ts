import type { GuideLanguage } from './words.ts'

/** What stands around a step in every e-mail. */
interface Frame {
  greeting: string
  greetingUnnamed: string
  intro: string
  hotelLine: string
  button: string
  /** Before the address that the button leads to. */
  fallback: string
  closing: string
}

export const frames: Record<GuideLanguage, Frame> = {
  en: {
    greeting: 'Hello {landlord},',
    greetingUnnamed: 'Hello,',
    intro: 'to connect {property} we need your help with one step in the {ota} extranet:',
    hotelLine: 'Property ID at {ota}: {hotelId}',
    button: 'Open the {ota} extranet',
    fallback: 'If the button does not work, open:',
    closing: 'If anything is unclear, ask us.',
  },
  de: {
    greeting: 'Guten Tag {landlord},',
    greetingUnnamed: 'Guten Tag,',
    intro: 'um {property} zu verbinden, brauchen wir Ihre Hilfe bei einem Schritt im Extranet von {ota}:',
    hotelLine: 'Unterkunfts-ID bei {ota}: {hotelId}',
    button: 'Extranet von {ota} öffnen',
    fallback: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie:',
    closing: 'Wenn etwas unklar ist, fragen Sie uns.',
  },
  es: {
    greeting: 'Hola, {landlord}:',
    greetingUnnamed: 'Hola:',
    intro: 'para conectar {property} necesitamos su ayuda con un paso en la extranet de {ota}:',
    hotelLine: 'ID del alojamiento en {ota}: {hotelId}',
    button: 'Abrir la extranet de {ota}',
    fallback: 'Si el botón no funciona, abra:',
    closing: 'Si algo no está claro, pregúntenos.',
  },
  fr: {
    greeting: 'Bonjour {landlord},',
    greetingUnnamed: 'Bonjour,',
    intro:
      'pour connecter {property}, nous avons besoin de votre aide pour une étape dans l’extranet de {ota} :',
    hotelLine: 'Identifiant de l’établissement chez {ota} : {hotelId}',
    button: 'Ouvrir l’extranet de {ota}',
    fallback: 'Si le bouton ne fonctionne pas, ouvrez :',
    closing: 'Si quelque chose n’est pas clair, demandez-nous.',
  },
  it: {
    greeting: 'Buongiorno {landlord},',
    greetingUnnamed: 'Buongiorno,',
    intro: 'per collegare {property} abbiamo bisogno del Suo aiuto per un passaggio nell’extranet di {ota}:',
    hotelLine: 'ID della struttura su {ota}: {hotelId}',
    button: 'Aprire l’extranet di {ota}',
    fallback: 'Se il pulsante non funziona, apra:',
    closing: 'Se qualcosa non è chiaro, ci chieda.',
  },
}
