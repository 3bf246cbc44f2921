import { isBlank } from '../../text.ts'
import type { MessageMetadata } from '../message.ts'

interface Media {
  url: string
  type: string | undefined
}

/** Texts are bounded and well-formed; absent or malformed values are undefined. */
export interface ContentParts {
  text: string
  media: Media[]
  replyTo: string | undefined
  button: { text: string | undefined; payload: string | undefined }
  /** Degrees. */
  location: {
    latitude: number | undefined
    longitude: number | undefined
    address: string | undefined
    label: string | undefined
  }
}

export interface InboundContent {
  body: string
  attachments: string[]
  metadata?: MessageMetadata
}

const unknownType = 'application/octet-stream'

export function inboundContent(parts: ContentParts): InboundContent {
  const location = locationOf(parts.location)
  const { text: label, payload } = parts.button
  const button = label ?? payload
  const metadata: MessageMetadata = {
    ...(parts.replyTo !== undefined && { replyToProviderId: parts.replyTo }),
    ...(button !== undefined && { button: { text: button, ...(payload !== undefined && { payload }) } }),
    ...(location && { location }),
    ...(parts.media.length > 0 && { mediaTypes: parts.media.map(({ type }) => type ?? unknownType) }),
  }
  const fallback = isBlank(parts.text) ? (button ?? (location && inWords(location))) : undefined
  return {
    body: fallback ?? parts.text,
    attachments: parts.media.map(({ url }) => url),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

type Location = NonNullable<MessageMetadata['location']>

function locationOf({ latitude, longitude, address, label }: ContentParts['location']): Location | undefined {
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return {
    latitude,
    longitude,
    ...(address !== undefined && { address }),
    ...(label !== undefined && { label }),
  }
}

const inWords = ({ latitude, longitude, address, label }: Location): string =>
  `Location: ${[label, address, `${latitude}, ${longitude}`].filter(part => part !== undefined).join(', ')}`

export function keepAttachments(
  { attachments, metadata }: Pick<InboundContent, 'attachments' | 'metadata'>,
  isKept: (url: string) => boolean,
): Pick<InboundContent, 'attachments' | 'metadata'> {
  const { mediaTypes = [], ...others } = metadata ?? {}
  const media = attachments.flatMap((url, at) => (isKept(url) ? [{ url, type: mediaTypes[at] }] : []))
  const types = media.flatMap(({ type }) => type ?? [])
  const remaining: MessageMetadata = { ...others, ...(types.length > 0 && { mediaTypes: types }) }
  return {
    attachments: media.map(({ url }) => url),
    ...(Object.keys(remaining).length > 0 && { metadata: remaining }),
  }
}

/** The provider omits some kinds of content. */
const nothingShown = '[A message whose content cannot be shown here]'

export const shownText = (text: string, { attachments }: Pick<InboundContent, 'attachments'>): string =>
  attachments.length === 0 && isBlank(text) ? nothingShown : text

export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
