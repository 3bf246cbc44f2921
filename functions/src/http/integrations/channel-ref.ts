import * as z from 'zod'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'

/** A channel's id begins with its property's, so it may be longer than an id that a client chooses. */
export const channelPath = z.object({ id: clientId, channelId: documentId })

const channelRef = z.object({ propertyId: clientId, channelId: documentId })

/** Which channel a path names. */
export const channelRefOf = ({ id, channelId }: Record<string, string>): z.output<typeof channelRef> =>
  parse(channelRef, { propertyId: id, channelId })

export const disconnectEffects = z
  .array(z.string())
  .meta({ description: 'What disconnecting would do, a sentence each.' })
