import { SegmentedMessage } from 'sms-segments-calculator'

/** A text's SMS segments, each sent and billed separately. */
export interface Segments {
  count: number
  /** A single character outside GSM-7 forces UCS-2, which fits fewer characters per segment. */
  encoding: 'GSM-7' | 'UCS-2'
  /** In units of the encoding: `€` is two in GSM-7. */
  characters: number
}

export function segmentsOf(text: string): Segments {
  const { segmentsCount, encodingName, numberOfCharacters } = new SegmentedMessage(text)
  return { count: segmentsCount, encoding: encodingName, characters: numberOfCharacters }
}
