import * as z from 'zod'
import { clientId } from '../../identifiers.ts'
import { collection, type StoredDocument } from '../../store.ts'
import { isBlank } from '../../text.ts'
import { mostFilesOfMessage } from '../file-types.ts'
import type { FileRecord } from '../files/model.ts'
import { messageFile } from '../message.ts'
import { cannedVariables, unknownVariables } from './canned-text.ts'

export const mostCanned = 500
/** Characters. */
export const mostOfCannedName = 60

const cannedFields = {
  name: z.string(),
  text: z.string(),
  files: z.array(messageFile),
  createdBy: z.string(),
  createdAt: z.date(),
  changedBy: z.string(),
  changedAt: z.date(),
  /** Starts at 1; each change adds one. */
  version: z.number(),
}

const storedCanned = z.looseObject(cannedFields)
export type StoredCanned = z.infer<typeof storedCanned>

const variables = cannedVariables.map(replyName => `{{${replyName}}}`).join(', ')

const isWellFormed = (replyText: string) => replyText.isWellFormed()

const replyName = z
  .string()
  .trim()
  .min(1)
  .max(mostOfCannedName)
  .refine(isWellFormed, 'must be well-formed Unicode')

const replyText = z
  .string()
  .refine(isWellFormed, 'must be well-formed Unicode')
  .superRefine((written, context) => {
    for (const unknown of unknownVariables(written))
      context.addIssue({
        code: 'custom',
        message: `must not name {{${unknown}}}: what a stay fills in is ${variables}`,
      })
  })
  .meta({
    description: `${variables} are filled in from the stay, and the facts of its house, when it is used.`,
  })

const fileIds = z
  .array(clientId)
  .max(mostFilesOfMessage)
  .refine(ids => new Set(ids).size === ids.length, 'must name each file once')
  .default([])
  .meta({ description: 'Of its own, or uploaded to any thread by the caller and not used yet.' })

const replyFields = { name: replyName, text: replyText, fileIds }

/** `most`: characters. */
const saying = <Shape extends z.ZodObject<{ text: typeof replyText; fileIds: typeof fileIds }>>(
  shape: Shape,
  most: number,
) =>
  shape
    .refine(cannedReply => cannedReply.text.length <= most, {
      path: ['text'],
      message: `must be at most ${most} characters`,
    })
    .refine(cannedReply => !isBlank(cannedReply.text) || cannedReply.fileIds.length > 0, {
      path: ['text'],
      message: 'must not be empty without files',
    })

const newCannedBody = z.strictObject({ id: clientId.optional(), ...replyFields })

const cannedBody = z.strictObject({ version: z.int().min(1), ...replyFields })

export const newCannedWithin = (most: number) => saying(newCannedBody, most)

export const cannedWithin = (most: number) => saying(cannedBody, most)

export const cannedReply = z.object({ id: z.string(), ...cannedFields }).meta({ id: 'CannedReply' })
export type CannedReply = z.infer<typeof cannedReply>

export const cannedView = (
  id: string,
  { name, text, files, createdBy, createdAt, changedBy, changedAt, version }: StoredCanned,
): CannedReply => ({ id, name, text, files, createdBy, createdAt, changedBy, changedAt, version })

/** Names with equal keys look the same to readers. */
export const keyOfName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** One document holds the key of every reply's name, so that no two are the same. */
const storedNames = z.looseObject({ names: z.record(z.string(), z.string()) })
export const cannedNames = collection('cannedNames/{everybody}', storedNames).at('all')

export const cannedReplies = collection('cannedReplies/{id}', storedCanned).sound

export type CannedContext = {
  names: StoredDocument<z.infer<typeof storedNames>> | undefined
  reply: StoredDocument<StoredCanned> | undefined
  /** In the order of `fileIds`. */
  files: readonly (StoredDocument<FileRecord> | undefined)[]
}
