/** What our own data must have of a property before it is connected, in the order in which it is reported. */
export const prerequisites = ['room', 'rate-plan'] as const
export type Prerequisite = (typeof prerequisites)[number]

/** What the guide can lead through; the dashboard has a text for each. */
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

/** Everything about an OTA that is not the same for all. A property is connected by the id that its extranet shows. */
export interface Ota {
  /** What operations staff call it. */
  label: string
  /** The channel manager's code of its adapter. */
  adapterCode: string
  /** Format of the id that the OTA's extranet shows. */
  hotelId: RegExp
  hotelIdHint: string
  /** What its ids of rates are. Those of rooms are numbers. */
  rateIds: 'number' | 'text'
  /** Where landlords manage their property at the OTA. */
  extranet: string
  prerequisites: readonly Prerequisite[]
  /** What somebody does in the extranet, from the introduction to the form. */
  guide: readonly GuideStep[]
  /** How long it may take to answer the channel manager at most, where that is less than `OTA_TIMEOUT_MS`. */
  answersWithinMs?: number
  /** What to do where the connection test fails. */
  setUp: {
    /** The OTA knows nothing of the id. */
    unknown: string
    /** Nothing is switched on yet: not chosen, not agreed to and not yet accepted look the same from here. */
    unfinished: string
    /** These connection types are not. */
    switchOn(types: string): string
  }
  /** What the landlord does in the extranet, a sentence each, where a request of theirs was rejected. */
  landlordDoes: {
    /** Lets us in. */
    letIn: string
    /** Finishes what was begun. */
    finish: string
    /** Ends a connection that is not ours. */
    endOther: string
  }
}
