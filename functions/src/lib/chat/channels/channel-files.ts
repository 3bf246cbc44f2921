import { isBlank } from '../../text.ts'
import { failure } from '../delivery-failures.ts'
import { mediaType } from '../file-type.ts'
import type { FileType } from '../file-types.ts'
import type { DeliveryFailure } from '../message.ts'

export interface FileFacts {
  name: string
  type: string
  size: number
}

export interface FileRules {
  most: number
  /** Bytes; the channel takes no other type. */
  sizes: Partial<Record<FileType, number>>
  /** Undefined: every address. */
  reaches?: RegExp
  /** Files follow the text as separate messages. */
  apart?: true
  /** Only files of these types carry a text, of at most `longest` characters. */
  caption?: { types: readonly FileType[]; longest: number }
}

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
    const limit = limits.get(mediaType(type))
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
  // Sources: docs/extending.md.
  caption: { types: ['image/jpeg', 'image/png', 'video/mp4', ...documents], longest: 1024 },
}

const atBooking: FileRules = { most: 10, apart: true, sizes: each(['image/jpeg', 'image/png'], 1) }
const atOthers = new Map<string, FileRules>([
  ['airbnb', { ...atBooking, sizes: each(['image/jpeg', 'image/png'], 5) }],
  ['expedia', { ...atBooking, sizes: each(['image/jpeg', 'image/png', 'application/pdf'], 5) }],
])

/** Booking.com takes least, so an unknown OTA gets its rules. */
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
