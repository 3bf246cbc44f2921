import { type OtaName, otas } from '../otas.ts'
import { bookingLetters } from './booking-letters.ts'
import { frames } from './frames.ts'
import type { GuideLanguage, StepLetters } from './words.ts'

/** The steps of each OTA's guide that somebody else may have to do, as they are explained in an e-mail. */
export const guideLetters: Partial<Record<OtaName, Readonly<Record<string, StepLetters>>>> = {
  booking: bookingLetters,
}

/** What an e-mail about a step names. Names may be any text. */
export interface StepFacts {
  ota: OtaName
  propertyName: string
  landlordName: string
  /** As the OTA's extranet lists it. */
  channelManager: string
  /** The OTA's id of the property, where it is known. */
  hotelId?: string | undefined
}

/** The e-mail about a step, by the variables of its template; empty where there is nothing to say. */
export interface Letter {
  language: GuideLanguage
  subject: string
  title: string
  greeting: string
  intro: string
  task: string
  hint: string
  hotelLine: string
  button: string
  fallback: string
  extranet: string
  closing: string
}

/** Pure. */
export function letterOf(letters: StepLetters, language: GuideLanguage, facts: StepFacts): Letter {
  const { label: ota, extranet } = otas[facts.ota]
  const { channelManager, hotelId } = facts
  const values = {
    ...{ ota, extranet, channelManager, hotelId: hotelId ?? '' },
    property: oneLine(facts.propertyName),
    landlord: oneLine(facts.landlordName),
  }
  const fill = (text: string): string => filled(text, values)
  const { title, task, hint } = letters[language]
  const frame = frames[language]
  return {
    ...{ language, extranet },
    subject: fill(`{property}: ${title}`),
    title: fill(title),
    greeting: fill(values.landlord === '' ? frame.greetingUnnamed : frame.greeting),
    intro: fill(frame.intro),
    task: fill(task),
    hint: fill(hint),
    hotelLine: hotelId === undefined ? '' : fill(frame.hotelLine),
    button: fill(frame.button),
    fallback: frame.fallback,
    closing: frame.closing,
  }
}

/** What it says, in the order of the template. Pure. */
export const textOf = ({ greeting, intro, task, hint, hotelLine, button, extranet, closing }: Letter) =>
  [greeting, intro, task, hint, hotelLine, `${button}: ${extranet}`, closing].filter(Boolean).join('\n\n')

/** In one go, so that what is filled in is not filled in itself. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

/** For the subject: it has no lines. */
const oneLine = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
