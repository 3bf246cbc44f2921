import * as z from 'zod'
import { bestEffort } from '../../best-effort.ts'
import { ProviderError } from '../../errors.ts'
import { plainReason } from '../../shapes.ts'
import { otaOffer } from '../channel-manager.ts'
import { type ChannelRef, type LoadedChannel, loadChannel } from '../channels/change-channel.ts'
import type { ChannelWorkDeps } from '../channels/disconnect-channel.ts'
import { isBusy, type PropertyChannel } from '../channels/property-channel.ts'
import { oursOf, oursShape } from '../choosing/to-choose.ts'
import { summarizeMapping } from '../mapping/map-offer.ts'
import { summarizedMapping } from '../model.ts'
import { fromProviderError } from '../rejections.ts'
import { offerDifference, offerDifferences } from '../watch/differences.ts'
import { finishMapping } from './finish-mapping.ts'

export const mappingReview = z
  .object({
    channelId: z.string(),
    propertyId: z.string(),
    ota: z.string(),
    hotelId: z.string(),
    status: z.string(),
    version: z.number().meta({ description: 'Goes into the request that changes this mapping.' }),
    mappingStatus: z.enum(['initial', 'finalized']),
    mapping: summarizedMapping,
    offer: otaOffer
      .meta({ id: 'OtaOffer' })
      .nullable()
      .meta({ description: 'Null when it can neither be read nor was ever kept.' }),
    offerIsCurrent: z.boolean(),
    offerProblem: plainReason.optional().meta({ description: 'Why the offer is not current.' }),
    ...oursShape.shape,
    differences: z.array(offerDifference).meta({
      description: 'Differences between the present offer of the OTA and the offer of the mapping.',
    }),
    pending: z
      .object({ version: z.number(), finalize: z.boolean(), by: z.string(), at: z.date() })
      .nullable()
      .meta({ description: 'A mapping on its way to the channel manager.' }),
    review: z.object({ by: z.string(), at: z.date() }).nullable().meta({
      description:
        'The user who wrote the mapping, or chose for it before connecting, and the time; null as it was first made.',
    }),
  })
  .meta({ id: 'MappingReview' })
export type MappingView = z.infer<typeof mappingReview>

/** Finishes an interrupted write first. Throws `property-not-found` or `channel-not-found`. */
export async function readMapping(deps: ChannelWorkDeps, ref: ChannelRef): Promise<MappingView> {
  const context = await loadFinished(deps, ref)
  return { ...viewOf(ref, context), ...(await offerOf(deps, context.channel.value)) }
}

async function loadFinished(deps: ChannelWorkDeps, ref: ChannelRef): Promise<LoadedChannel> {
  const context = await loadChannel(deps.store, ref)
  const { value } = context.channel
  if (!value.pendingMapping || isBusy(value, deps.clock.now())) return context
  await bestEffort(deps.log, 'writing of a mapping that stopped', () => finishMapping(deps, ref.channelId))
  return loadChannel(deps.store, ref)
}

function viewOf({ propertyId, channelId }: ChannelRef, { channel, rooms, ratePlans }: LoadedChannel) {
  const { ota, hotelId, status, version, mappingStatus, mapping, pendingMapping, review } = channel.value
  return {
    channelId,
    propertyId,
    ota,
    hotelId,
    status,
    version,
    mappingStatus,
    mapping: { ...mapping, summary: summarizeMapping(mapping) },
    ...oursOf({ rooms, ratePlans }),
    pending: pendingMapping
      ? {
          version: pendingMapping.version,
          finalize: pendingMapping.finalize,
          by: pendingMapping.by,
          at: pendingMapping.at,
        }
      : null,
    review: review ? { by: review.by, at: review.at } : null,
  }
}

async function offerOf(
  { channelManager }: ChannelWorkDeps,
  { ota, hotelId, offer: snapshot }: PropertyChannel,
): Promise<Pick<MappingView, 'offer' | 'offerIsCurrent' | 'offerProblem' | 'differences'>> {
  try {
    const offer = await channelManager.offer(ota, hotelId)
    return { offer, offerIsCurrent: true, differences: snapshot ? offerDifferences(snapshot, offer) : [] }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { code, detail, nextAction } = fromProviderError(error)
    return {
      offer: snapshot ?? null,
      offerIsCurrent: false,
      offerProblem: { code, detail, nextAction },
      differences: [],
    }
  }
}
