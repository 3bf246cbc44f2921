/** Needed before connecting, in the order of the reports. */
export const prerequisites = ['room', 'rate-plan'] as const
export type Prerequisite = (typeof prerequisites)[number]

/** The dashboard has a text for each. */
export const guideSteps = [
  'introduction',
  'logIn',
  'copyCode',
  'openProvider',
  'searchName',
  'confirm',
  'agreement',
  'wait',
  'property',
] as const
export type GuideStep = (typeof guideSteps)[number]

export interface Ota {
  label: string
  /** The channel manager's code. */
  adapterCode: string
  /** As the OTA's extranet shows it. */
  hotelId: RegExp
  hotelIdHint: string
  /** Room ids are numbers. */
  rateIds: 'number' | 'text'
  extranet: string
  prerequisites: readonly Prerequisite[]
  /** From the introduction to the form. */
  guide: readonly GuideStep[]
  /** Maximum, where less than `OTA_TIMEOUT_MS`. */
  answersWithinMs?: number
  /** After a failing connection test. */
  setUp: {
    /** The OTA does not know the id. */
    unknown: string
    /** The test cannot tell which: provider not chosen, agreement open, acceptance missing. */
    unfinished: string
    switchOn(types: string): string
  }
  /** The landlord's act after a rejected request: one sentence. */
  landlordDoes: {
    letIn: string
    finish: string
    endOther: string
  }
}
