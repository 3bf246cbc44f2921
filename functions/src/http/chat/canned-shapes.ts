import * as z from 'zod'
import { type CannedReply, cannedFields, mostCanned, mostOfCannedName } from '../../lib/chat/canned/canned.ts'
import { cannedVariables, unknownVariables } from '../../lib/chat/canned/canned-text.ts'
import type { CannedList } from '../../lib/chat/canned/list-canned.ts'
import { mostFilesOfMessage } from '../../lib/chat/files/file-types.ts'
import { clientId } from '../../lib/identifiers.ts'
import { isBlank } from '../../lib/text.ts'
import { replyOf } from '../handler.ts'

const variables = cannedVariables.map(name => `{{${name}}}`).join(', ')
const isWellFormed = (text: string) => text.isWellFormed()

const name = z
  .string()
  .trim()
  .min(1)
  .max(mostOfCannedName)
  .refine(isWellFormed, 'must be well-formed Unicode')

const text = z
  .string()
  .refine(isWellFormed, 'must be well-formed Unicode')
  .superRefine((written, context) => {
    for (const unknown of unknownVariables(written))
      context.addIssue({
        code: 'custom',
        message: `must not name {{${unknown}}}: what a stay fills in is ${variables}`,
      })
  })
  .meta({ description: `${variables} are filled in from the stay when it is used.` })

const fileIds = z
  .array(clientId)
  .max(mostFilesOfMessage)
  .refine(ids => new Set(ids).size === ids.length, 'must name each file once')
  .default([])
  .meta({ description: 'Of its own, or uploaded to any thread by the caller and not used yet.' })

const said = { name, text, fileIds }

/** With the longest text that any message may have; characters. */
const saying = <Shape extends z.ZodObject<{ text: typeof text; fileIds: typeof fileIds }>>(
  shape: Shape,
  most: number,
) =>
  shape
    .refine(reply => reply.text.length <= most, {
      path: ['text'],
      message: `must be at most ${most} characters`,
    })
    .refine(reply => !isBlank(reply.text) || reply.fileIds.length > 0, {
      path: ['text'],
      message: 'must not be empty without files',
    })

export const newCannedBody = z.strictObject({ id: clientId.optional(), ...said })
export const cannedBody = z.strictObject({ version: z.int().min(1), ...said })
export const newCannedWithin = (most: number) => saying(newCannedBody, most)
export const cannedWithin = (most: number) => saying(cannedBody, most)

const reply = z.object({ id: z.string(), ...cannedFields }).meta({ id: 'CannedReply' })

export const cannedReply = replyOf<CannedReply>()(reply)

export const cannedList = replyOf<CannedList>()(
  z
    .object({
      replies: z.array(reply).max(mostCanned),
      authors: z.record(z.string(), z.object({ name: z.string().nullable() })),
    })
    .meta({ id: 'CannedReplies' }),
)

export const cannedExample = {
  id: 'check-in',
  name: 'Check-in',
  text: 'Hello {{guest}}, your room is ready from 3 pm on {{arrival}}.',
  files: [],
  createdBy: 'sam',
  createdAt: '2026-07-01T09:00:00.000Z',
  changedBy: 'olivia',
  changedAt: '2026-07-02T09:00:00.000Z',
  version: 2,
}
