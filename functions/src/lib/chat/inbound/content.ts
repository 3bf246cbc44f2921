import { isBlank } from '../../text.ts'
import type { MessageMetadata } from '../message.ts'

interface Media {
  url: string
  /** Content type as the provider tells it; undefined when it does not, or tells nonsense. */
  type: string | undefined
}

/**
 * What the provider tells of a message's content. Texts are bounded and well-formed; what is absent or odd is
 * undefined.
 */
export interface ContentParts {
  text: string
  media: Media[]
  /** The provider's id of the message this one replies to. */
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

/** The message to store: its text, else the button's, else the location in words; and what a text cannot say. */
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
  const said = isBlank(parts.text) ? (button ?? (location && inWords(location))) : undefined
  return {
    body: said ?? parts.text,
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

/** Only the attachments that pass, with their types. */
export function keepAttachments(
  { attachments, metadata }: Pick<InboundContent, 'attachments' | 'metadata'>,
  isKept: (url: string) => boolean,
): Pick<InboundContent, 'attachments' | 'metadata'> {
  const { mediaTypes = [], ...others } = metadata ?? {}
  const kept = attachments.flatMap((url, at) => (isKept(url) ? [{ url, type: mediaTypes[at] }] : []))
  const types = kept.flatMap(({ type }) => type ?? [])
  const remaining: MessageMetadata = { ...others, ...(types.length > 0 && { mediaTypes: types }) }
  return {
    attachments: kept.map(({ url }) => url),
    ...(Object.keys(remaining).length > 0 && { metadata: remaining }),
  }
}

/** The text of a message without content, such as a kind that the provider does not hand over. */
const nothingShown = '[A message whose content cannot be shown here]'

/** The text, or words for a message that shows neither a text nor a file. */
export const shownText = (text: string, { attachments }: Pick<InboundContent, 'attachments'>): string =>
  attachments.length === 0 && isBlank(text) ? nothingShown : text

/** A text of at most that many characters; a longer one ends in an ellipsis. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
