/** A guest no longer wants to be written to on a channel, or wants it again. */
export type OptOutChange = 'out' | 'in'

/** The words that SMS providers act on by themselves; taken on every channel. */
const words = {
  out: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  in: ['START', 'YES', 'UNSTOP'],
} as const satisfies Record<OptOutChange, readonly string[]>

const changes = new Map<string, OptOutChange>([
  ...words.out.map(word => [word, 'out'] as const),
  ...words.in.map(word => [word, 'in'] as const),
])

/** What a text changes that is one of the words and nothing else, whatever its case; undefined for every other text. */
export const optOutChange = (text: string): OptOutChange | undefined => changes.get(text.trim().toUpperCase())
