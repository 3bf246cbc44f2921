import { requestKeys } from '../connection/requests/requests-with.ts'
import type { Needs } from '../context.ts'
import { isOfProperty } from '../items/kinds.ts'
import type { EventDocument } from '../ports.ts'
import { keepEntry } from './keep-entry.ts'
import type { PortfolioChange } from './sources.ts'

type Deps = Needs<'store'>

type Written = EventDocument | undefined

export const keepOfProperty = (deps: Deps, propertyId: string, written: Written): Promise<unknown> =>
  keepEntry(deps, propertyId, { kind: 'property', id: propertyId, written })

/** A channel's id begins with its property's. */
export async function keepOfChannel(deps: Deps, channelId: string, written: Written): Promise<void> {
  const { propertyId = channelId.slice(0, channelId.lastIndexOf('_')) } = written?.fields ?? {}
  await keepOf(deps, propertyId, { kind: 'channel', id: channelId, written })
}

/** The former property loses the request. */
export async function keepOfRequest(deps: Deps, requestId: string, written: Written): Promise<void> {
  const before = await deps.store.read(requestKeys.at(requestId))
  for (const propertyId of new Set([before?.value.propertyId, written?.fields.propertyId]))
    await keepOf(deps, propertyId, { kind: 'request', id: requestId, written })
}

/** Removed items were resolved long before. */
export async function keepOfItem(deps: Deps, written: Written): Promise<void> {
  if (isOfProperty(written?.fields.kind)) await keepOf(deps, written?.fields.propertyId)
}

async function keepOf(deps: Deps, propertyId: unknown, change?: PortfolioChange): Promise<void> {
  if (typeof propertyId === 'string') await keepEntry(deps, propertyId, change)
}
