import { bestEffort } from '../../best-effort.ts'
import { ProviderError } from '../../errors.ts'
import type { OtaOffer } from '../channel-manager.ts'
import { type ChannelRef, type LoadedChannel, loadChannel } from '../channels/change-channel.ts'
import type { ChannelWorkDeps } from '../channels/disconnect-channel.ts'
import { isBusy, type PropertyChannel } from '../channels/property-channel.ts'
import { type Ours, oursOf } from '../choosing/ours.ts'
import { type MappingSummary, summarizeMapping } from '../mapping/map-offer.ts'
import type { Mapping } from '../model.ts'
import { fromProviderError } from '../rejections.ts'
import { type Difference, offerDifferences } from '../watch/differences.ts'
import { finishMapping } from './finish-mapping.ts'

export interface MappingView extends Ours {
  channelId: string
  propertyId: string
  ota: string
  hotelId: string
  status: string
  version: number
  mappingStatus: 'initial' | 'finalized'
  mapping: Mapping & { summary: MappingSummary }
  /** Null: neither readable nor stored. */
  offer: OtaOffer | null
  offerIsCurrent: boolean
  offerProblem?: { code: string; detail: string; nextAction?: string | undefined }
  /** Since the mapping was made. */
  differences: Difference[]
  pending: { version: number; finalize: boolean; by: string; at: Date } | null
  /** Null for the first mapping. */
  review: { by: string; at: Date } | null
}

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
