import { expect } from 'vitest'
import { post, uniqueText } from './chat.ts'
import { type User, uniqueId } from './stack.ts'

export interface PostedNote {
  messageId: string
  text: string
  /** Everything the note says of itself, each piece to be found nowhere else. */
  secrets: string[]
}

/** A note with all that may leak. It has no provider id unless one is given: with one, nothing is ever sent. */
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

/** The output holds the text beside the note, and no piece of the note. */
export function expectTold(output: unknown, text: string, ...notes: PostedNote[]): void {
  expectUntold(output, ...notes)
  expect(textOf(output)).toContain(text)
}

export function expectUntold(output: unknown, ...notes: Pick<PostedNote, 'secrets'>[]): void {
  const text = textOf(output)
  for (const secret of notes.flatMap(({ secrets }) => secrets)) expect(text).not.toContain(secret)
}

/** JSON would write a quotation mark of a string in JSON otherwise. */
const textOf = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output))
