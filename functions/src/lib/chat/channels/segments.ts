import { SegmentedMessage } from 'sms-segments-calculator'

/** Segments are sent and billed separately. */
export interface Segments {
  count: number
  /** A character outside GSM-7 forces UCS-2, which fits fewer. */
  encoding: 'GSM-7' | 'UCS-2'
  /** `€` is two units in GSM-7. */
  characters: number
}

export function segmentsOf(text: string): Segments {
  const { segmentsCount, encodingName, numberOfCharacters } = new SegmentedMessage(text)
  return { count: segmentsCount, encoding: encodingName, characters: numberOfCharacters }
}
