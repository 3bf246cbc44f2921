import type { Needs } from '../context.ts'
import { isOfProperty } from '../items/kinds.ts'
import type { EventDocument } from '../ports.ts'
import { keepEntry } from './keep-entry.ts'
import type { Told } from './sources.ts'

type Deps = Needs<'portfolio'>

/** The document as the event tells of it; undefined when it is gone. */
type Written = EventDocument | undefined

export const keepOfProperty = (deps: Deps, propertyId: string, written: Written): Promise<unknown> =>
  keepEntry(deps, propertyId, { kind: 'property', id: propertyId, written })

/** A property's channel was written. Its id begins with the property's. */
export async function keepOfChannel(deps: Deps, channelId: string, written: Written): Promise<void> {
  const { propertyId = channelId.slice(0, channelId.lastIndexOf('_')) } = written?.fields ?? {}
  await keepOf(deps, propertyId, { kind: 'channel', id: channelId, written })
}

/** A request was written. One that is gone, or asks for another property now, leaves the list of the one before. */
export async function keepOfRequest(deps: Deps, requestId: string, written: Written): Promise<void> {
  const before = await deps.portfolio.propertyOfRequest(requestId)
  for (const propertyId of new Set([before, written?.fields.propertyId]))
    await keepOf(deps, propertyId, { kind: 'request', id: requestId, written })
}

/** An item was written. Those that are gone have been resolved long before. */
export async function keepOfItem(deps: Deps, written: Written): Promise<void> {
  if (isOfProperty(written?.fields.kind)) await keepOf(deps, written?.fields.propertyId)
}

async function keepOf(deps: Deps, propertyId: unknown, told?: Told): Promise<void> {
  if (typeof propertyId === 'string') await keepEntry(deps, propertyId, told)
}
