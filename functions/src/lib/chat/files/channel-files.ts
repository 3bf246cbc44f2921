import { isBlank } from '../../text.ts'
import { typeSaid } from '../attachments/file-type.ts'
import { failure } from '../delivery/delivery-failures.ts'
import type { DeliveryFailure } from '../message.ts'
import type { FileType } from './file-types.ts'

/** A file as a message shows it. */
export interface FileFacts {
  name: string
  type: string
  size: number
}

/** What a channel takes of files of ours. */
export interface FileRules {
  /** How many go with one message. */
  most: number
  /** Most bytes, by type; no other type is taken. */
  sizes: Partial<Record<FileType, number>>
  /** Addresses that they reach, where that is not every one. */
  reaches?: RegExp
  /** Each is a message of its own, after the text. */
  apart?: true
  /** Otherwise only with a longer text than goes beside a file, or a file beside which none is shown. */
  caption?: { types: readonly FileType[]; longest: number }
}

/** Whether the files are messages of their own, so that the text arrives. */
export const goApart = (
  { apart, caption }: Pick<FileRules, 'apart' | 'caption'>,
  files: readonly Pick<FileFacts, 'type'>[],
  text: string,
): boolean => {
  if (apart || !caption || isBlank(text)) return apart === true
  const types: readonly string[] = caption.types
  return text.length > caption.longest || files.some(({ type }) => !types.includes(type))
}

const megabyte = 1_000_000

/** Why a channel does not take these files; undefined where it does. Without an address, as far as can be told. */
export function fileObstacle(
  rules: FileRules | undefined,
  files: readonly FileFacts[],
  to?: string,
): DeliveryFailure | undefined {
  if (files.length === 0) return undefined
  if (!rules) return notTaken('No file goes this way.', 'Send it another way.')
  const { most, sizes, reaches } = rules
  if (files.length > most)
    return notTaken(
      `Only ${most === 1 ? 'one file goes' : `${most} files go`} with a message here.`,
      'Send each as a message of its own.',
    )
  const limits = new Map<string, number>(Object.entries(sizes))
  for (const { name, type, size } of files) {
    const limit = limits.get(typeSaid(type))
    if (limit === undefined)
      return notTaken(`"${name}" is of a type that does not arrive here.`, `Send it as ${wordsOf(sizes)}.`)
    if (size > limit)
      return notTaken(
        `"${name}" is larger than the ${limit / megabyte} MB that arrive here.`,
        'Send a smaller one.',
      )
  }
  if (to !== undefined && reaches && !reaches.test(to))
    return notTaken("Files cannot be sent by SMS to numbers of the guest's country.", 'Send it another way.')
  return undefined
}

const notTaken = (detail: string, nextAction: string): DeliveryFailure =>
  failure('attachment-not-sendable', detail, nextAction)

const words = new Map<string, string>([
  ['image/jpeg', 'JPEG'],
  ['image/png', 'PNG'],
  ['image/gif', 'GIF'],
  ['application/pdf', 'PDF'],
  ['video/mp4', 'MP4'],
])
const wordsOf = (sizes: FileRules['sizes']): string =>
  [...words].flatMap(([type, word]) => (Object.hasOwn(sizes, type) ? [word] : [])).join(', ')

const each = (types: readonly FileType[], megabytes: number): FileRules['sizes'] =>
  Object.fromEntries(types.map(type => [type, megabytes * megabyte]))

const office = 'application/vnd.openxmlformats-officedocument'

const documents = [
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${office}.wordprocessingml.document`,
  `${office}.spreadsheetml.sheet`,
  `${office}.presentationml.presentation`,
] as const

export const chatappFiles: FileRules = {
  most: 1,
  sizes: {
    ...each(['image/jpeg', 'image/png'], 5),
    ...each(
      ['video/mp4', 'video/3gpp', 'audio/mp4', 'audio/aac', 'audio/mpeg', 'audio/ogg', 'audio/amr'],
      16,
    ),
    ...each(documents, 16),
  },
  // Types with captions in the vendor's table and in the app's own description (sources:
  // docs/in-depth/chat.md).
  caption: { types: ['image/jpeg', 'image/png', 'video/mp4', ...documents], longest: 1024 },
}

const atBooking: FileRules = { most: 10, apart: true, sizes: each(['image/jpeg', 'image/png'], 1) }
const atOthers = new Map<string, FileRules>([
  ['airbnb', { ...atBooking, sizes: each(['image/jpeg', 'image/png'], 5) }],
  ['expedia', { ...atBooking, sizes: each(['image/jpeg', 'image/png', 'application/pdf'], 5) }],
])

/** At an OTA. Booking.com takes least, so that is what one takes that is not known. */
export const otaFiles = (provider: string | null): FileRules => atOthers.get(provider ?? '') ?? atBooking

/** An SMS with files is an MMS, which few countries have. */
export const smsFiles: FileRules = {
  most: 10,
  sizes: {
    ...each(['image/jpeg', 'image/png', 'image/gif', 'application/pdf', 'video/mp4', 'video/3gpp'], 5),
    ...each(['audio/mpeg', 'audio/amr', 'audio/mp4'], 5),
  },
  reaches: /^\+1/,
}
