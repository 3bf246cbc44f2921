import { expect } from 'vitest'
import { post, uniqueText } from './chat.ts'
import { type User, uniqueId } from './stack.ts'

export interface PostedNote {
  messageId: string
  text: string
  /** All texts of the note, each found nowhere else. */
  secrets: string[]
}

/**
 * Posts a note with all that may leak, and without a provider id unless one is given: with one, nothing is ever sent.
 */
export async function postNote(threadId: string, staff: User, fields: object = {}): Promise<PostedNote> {
  const [messageId, text, file] = [uniqueId('internal'), uniqueText(), `${uniqueId('plan')}.pdf`]
  const reference = uniqueId('invoice')
  const { status } = await post(threadId, staff, {
    messageId,
    body: text,
    type: 'note',
    attachments: [file],
    contentType: 'payment',
    paymentContent: { reference },
    ...fields,
  })
  expect(status).toBe(201)
  return { messageId, text, secrets: [messageId, text, file, reference] }
}

/** Expects the output to have the text, and no piece of the notes. */
export function expectTold(output: unknown, text: string, ...notes: PostedNote[]): void {
  expectUntold(output, ...notes)
  expect(textOf(output)).toContain(text)
}

export function expectUntold(output: unknown, ...notes: Pick<PostedNote, 'secrets'>[]): void {
  const text = textOf(output)
  for (const secret of notes.flatMap(({ secrets }) => secrets)) expect(text).not.toContain(secret)
}

/** The output as text; a string stays as it is, as JSON would escape its quotation marks. */
const textOf = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output))
