import { SegmentedMessage } from 'sms-segments-calculator'

/** What a text takes as an SMS: each segment is sent and paid for by itself. */
export interface Segments {
  count: number
  /** UCS-2 holds fewer characters in a segment; one character outside GSM-7 makes it so. */
  encoding: 'GSM-7' | 'UCS-2'
  /** As the encoding counts them: `€` is two in GSM-7. */
  characters: number
}

export function segmentsOf(text: string): Segments {
  const { segmentsCount, encodingName, numberOfCharacters } = new SegmentedMessage(text)
  return { count: segmentsCount, encoding: encodingName, characters: numberOfCharacters }
}
