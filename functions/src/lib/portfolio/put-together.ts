import { summarizeMapping } from '../connection/mapping/map-offer.ts'
import { facetsOfRequest, type RequestKeys } from '../connection/requests/requests-with.ts'
import type { ListedRequest } from '../connection/requests/stored-request.ts'
import { isAbout, isOfProperty } from '../items/kinds.ts'
import { beginningsOf, choicesOf, folded } from '../keyed/search-keys.ts'
import type { PortfolioEntry, PortfolioRow, RowState } from './entry.ts'
import type { Sources } from './sources.ts'

export interface PutTogether {
  entry: PortfolioEntry | undefined
  requests: ReadonlyMap<string, RequestKeys>
}

export interface RowFacets {
  state?: RowState | undefined
  ota?: string | undefined
  needs?: readonly ('items' | 'mapping')[] | undefined
}

export const facetsOf = ({ state, ota, needs = [] }: RowFacets): string[] => [
  ...(state ? [`state:${state}`] : []),
  ...(ota ? [`ota:${ota}`] : []),
  ...needs.map(need => `needs:${need}`),
]

const facetsOfRow = ({ state, ota, openItems, needsReview }: PortfolioRow): string[] =>
  facetsOf({
    state,
    ota: ota ?? undefined,
    needs: [
      ...(openItems > 0 ? (['items'] as const) : []),
      ...(needsReview > 0 ? (['mapping'] as const) : []),
    ],
  })

export const isRowFor = (row: PortfolioRow, filter: RowFacets): boolean => {
  const facets = facetsOfRow(row)
  return facetsOf(filter).every(facet => facets.includes(facet))
}

export function putTogether(sources: Sources): PutTogether {
  const { propertyId, property, landlordName = null, channels, requests } = sources
  const landlordId = property?.landlordId ?? null
  const propertyName = property?.name ?? propertyId
  const rows = rowsOf(sources)
  const names = [propertyName, propertyId, landlordName, landlordId]
  const keysOf = (hotels: readonly (string | null | undefined)[], facets: readonly string[][]) => [
    ...new Set([...beginningsOf([...names, ...hotels]), ...facets.flatMap(choicesOf)]),
  ]
  return {
    entry:
      !property && channels.size === 0 && requests.length === 0
        ? undefined
        : {
            propertyName,
            landlordId,
            landlordName,
            rows,
            requestIds: requests.map(({ id }) => id),
            seen: [...sources.versions],
            sort: `${folded(propertyName)} ${propertyId}`,
            keys: keysOf(
              rows.map(({ hotelId }) => hotelId),
              rows.map(facetsOfRow),
            ),
          },
    requests: new Map(
      requests.map(request => [
        request.id,
        {
          propertyId,
          createdAt: request.createdAt ?? new Date(0),
          keys: keysOf([request.hotelId ?? hotelOf(request, sources)], [facetsOfRequest(request)]),
        },
      ]),
    ),
  }
}

const hotelOf = ({ id }: ListedRequest, { channels }: Sources): string | undefined =>
  [...channels.values()].find(({ requestIds }) => requestIds.includes(id))?.hotelId

function rowsOf(sources: Sources): PortfolioRow[] {
  const { channels, requests, items } = sources
  const otas = new Set([...[...channels.values()].map(({ ota }) => ota), ...requests.map(({ ota }) => ota)])
  const ofProperty = items.filter(item => isOfProperty(item.kind))
  if (otas.size === 0)
    return [
      {
        ota: null,
        hotelId: null,
        channelId: null,
        requestId: null,
        state: 'none',
        verdict: null,
        openItems: ofProperty.length,
        needsReview: 0,
      },
    ]
  return [...otas].toSorted().map(ota => rowOf(sources, ota))
}

function rowOf({ channels, requests, items }: Sources, ota: string): PortfolioRow {
  const [channelId, channel] = [...channels].find(([, one]) => one.ota === ota) ?? []
  const request = requests
    .filter(one => one.ota === ota)
    .toSorted((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))[0]
  const own = items.filter(item => isAbout(item, { channelId, ota }))
  const isLive = channel !== undefined && channel.status !== 'disconnected'
  return {
    ota,
    hotelId: (isLive ? channel.hotelId : (request?.hotelId ?? channel?.hotelId)) ?? null,
    channelId: channelId ?? null,
    requestId: request?.id ?? null,
    state: stateOf(channel, request),
    verdict: isLive && channel.verdict ? { result: channel.verdict.result, at: channel.verdict.at } : null,
    openItems: own.length,
    needsReview: isLive ? summarizeMapping(channel.mapping).needsReview : 0,
  }
}

type SourceChannel = Sources['channels'] extends ReadonlyMap<string, infer Channel> ? Channel : never

function stateOf(channel: SourceChannel | undefined, request: ListedRequest | undefined): RowState {
  if (channel?.status === 'disconnecting') return 'disconnecting'
  if (channel && channel.status !== 'disconnected') return channel.notSelling ? 'inactive' : 'connected'
  if (request?.status === 'pending') return request.waitingFor ? 'waiting' : 'requested'
  const isOfBefore =
    channel?.disconnectedAt !== undefined && (request?.createdAt ?? 0) < channel.disconnectedAt
  if (request?.status === 'rejected' && !isOfBefore) return request.waitingFor ? 'waiting' : 'rejected'
  return channel ? 'disconnected' : 'none'
}
