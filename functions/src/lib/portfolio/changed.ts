import type { Needs } from '../context.ts'
import { keepEntry } from './keep-entry.ts'
import { isOfPortfolio } from './sources.ts'

type Deps = Needs<'portfolio'>

/** What the event says of a document; undefined when it is gone. */
type Written = Readonly<Record<string, unknown>> | undefined

/** A property's channel was written. Its id begins with the property's. */
export async function keepOfChannel(deps: Deps, channelId: string, written: Written): Promise<void> {
  const { propertyId = channelId.slice(0, channelId.lastIndexOf('_')) } = written ?? {}
  await keepOf(deps, propertyId)
}

/** A request was written. One that is gone, or asks for another property now, leaves the list of the one before. */
export async function keepOfRequest(deps: Deps, requestId: string, written: Written): Promise<void> {
  const before = await deps.portfolio.propertyOfRequest(requestId)
  for (const propertyId of new Set([before, written?.propertyId])) await keepOf(deps, propertyId)
}

/** An item was written. Those that are gone have been resolved long before. */
export async function keepOfItem(deps: Deps, written: Written): Promise<void> {
  if (isOfPortfolio(written?.kind)) await keepOf(deps, written?.propertyId)
}

async function keepOf(deps: Deps, propertyId: unknown): Promise<void> {
  if (typeof propertyId === 'string') await keepEntry(deps, propertyId)
}
