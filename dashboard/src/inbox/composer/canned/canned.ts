import type { CannedReply as Reply } from '@functions/lib/chat/canned/canned.ts'
import {
  type CannedValues,
  cannedVariables,
  filledCanned,
  openMark,
} from '@functions/lib/chat/canned/canned-text.ts'
import type { Json } from '../../../api/json.ts'
import type { ThreadDetails } from '../../../live/message.ts'
import { dateFormat } from '../../../ui/formats.ts'
import { plain } from '../mentions.ts'
import type { Typing } from '../use-offers.ts'

export type CannedReply = Json<Reply>

/** The letters between a `/` that begins a line and the caret; undefined without such a `/`. */
export function slashAt(text: string, caret: number): Typing | undefined {
  const letters = /(?:^|\n)\/((?:[^\s/][^\n/]{0,59})?)$/.exec(text.slice(0, caret))?.[1]
  return letters === undefined ? undefined : { from: caret - letters.length - 1, letters }
}

/** Replies with the words, ranked: beginning of the name, beginning of one of its words, within it, text. */
export function cannedFor(words: string, replies: readonly CannedReply[]): CannedReply[] {
  const sought = plain(words).trim()
  const rankOf = ({ name, text }: CannedReply): number => {
    const called = plain(name)
    if (called.startsWith(sought)) return 0
    if (called.includes(` ${sought}`)) return 1
    return called.includes(sought) ? 2 : plain(text).includes(sought) ? 3 : 4
  }
  return [0, 1, 2, 3].flatMap(rank => replies.filter(reply => rankOf(reply) === rank))
}

/** The stay's values, from the templates and the facts of the house, as a guest reads them. */
export function valuesOf({ reachability }: Pick<ThreadDetails, 'reachability'>): CannedValues {
  const { templates = [], facts } = reachability
  const values = templates.flatMap(({ variables }) => variables)
  const ofStay = cannedVariables.map(
    name => [name, inWords(values.find(one => one.name === name)?.value)] as const,
  )
  return { ...Object.fromEntries(ofStay), ...facts }
}

/** Nobody writes a guest 2026-01-04. */
const inWords = (value: string | null | undefined): string | null =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? dateFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
    : (value ?? null)

/** A stretch of a text. */
export interface Place {
  from: number
  to: number
}

/** The text with a filled reply in that place, and what is selected then: the first place left open, else its end. */
export function withCanned(
  text: string,
  { from, to }: Place,
  reply: Pick<CannedReply, 'text'>,
  values: CannedValues,
): { text: string; selected: Place } {
  const filled = filledCanned(reply.text, values)
  const open = openMark(filled)
  const at = from + (open === undefined ? filled.length : filled.indexOf(open))
  return {
    text: text.slice(0, from) + filled + text.slice(to),
    selected: { from: at, to: at + (open?.length ?? 0) },
  }
}
