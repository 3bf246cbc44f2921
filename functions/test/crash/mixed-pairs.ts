import { expect } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import type { RowView } from '../../src/lib/connection/batches/read-batch.ts'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import type { Context } from '../../src/lib/context.ts'
import { inParallel } from '../../src/lib/in-parallel.ts'
import {
  type ConnectableProperty,
  obpHotel,
  type Place,
  type PropertySpec,
  storeProperty,
} from '../support/connection-builders.ts'

interface Sort {
  spec?: PropertySpec
  tested: Partial<RowView>
  /** The row after the user has connected the rows with outcome `connects`; without it the row stays as tested. */
  ended?: Partial<RowView>
  /** Its channel is live in the end, and paid for. */
  isLive?: true
}

const boatHouse = {
  title: 'Boat House',
  rates: [{ title: 'Standard Rate', maxPersons: 2, occupancies: [2] }],
}
const withOpenRoom = { ...obpHotel, rooms: [...(obpHotel.rooms ?? []), boatHouse] }
const becauseOf = (code: string) => ({ reason: expect.objectContaining({ code }) })
const connects = { state: 'tested', outcome: 'connects' } as const
const connected = { ended: { state: 'connected' }, isLive: true } as const

/** Sorts of pairs, with what a row shows of each. */
const sorts = {
  sound: { tested: connects, ...connected },
  'with a room that stays open': {
    spec: { hotel: withOpenRoom },
    tested: connects,
    ...connected,
  },
  'not accepted yet': {
    spec: { hotel: { ...obpHotel, behaviour: 'agreement-pending' } },
    tested: { state: 'tested', outcome: 'waits', ...becauseOf('ota-setup-incomplete') },
    ended: { state: 'waits', ...becauseOf('ota-setup-incomplete') },
  },
  'of a hotel that the OTA does not know': {
    tested: { state: 'tested', outcome: 'refused', ...becauseOf('connection-test-failed') },
  },
  'of an invalid id': { tested: { state: 'wrong', ...becauseOf('hotel-id-invalid') } },
  'connected already': { tested: { state: 'tested', outcome: 'connected' }, isLive: true },
  'with a price that changes': {
    tested: connects,
    ended: {
      state: 'stopped',
      reason: expect.objectContaining({ detail: expect.stringContaining('price') }),
    },
  },
} satisfies Record<string, Sort>
type SortName = keyof typeof sorts

export interface MixedPair {
  sort: SortName
  property: ConnectableProperty
  pair: { propertyId: string; hotelId: string; paymentId: string }
}

/** Ten pairs: four sound ones and one of each other sort. */
const mix: readonly SortName[] = [
  ...(['sound', 'sound', 'sound', 'sound'] as const),
  ...(['with a room that stays open', 'not accepted yet', 'of a hotel that the OTA does not know'] as const),
  ...(['of an invalid id', 'connected already', 'with a price that changes'] as const),
]

export const sortOf = ({ sort }: MixedPair): Sort => sorts[sort]

/** Stores `size` properties, in the mix of sorts; connects those of `connected already`; returns their pairs. */
export async function mixedPairs(
  size: number,
  { place, context, actor }: { place: Place; context: Context; actor: Actor },
): Promise<MixedPair[]> {
  const pairs: MixedPair[] = []
  await inParallel(
    4,
    Array.from({ length: size }, (_, at) => at),
    async at => {
      const sort = mix[at % mix.length] ?? 'sound'
      const { spec }: Sort = sorts[sort]
      const property = await storeProperty({ plan: 'paid', requests: [], ...spec }, place)
      const { propertyId } = property
      const paymentId = `pay-${at}`
      const hotelId =
        sort === 'of an invalid id'
          ? 'none'
          : sort === 'of a hotel that the OTA does not know'
            ? String(19_000_000 + at)
            : property.hotelId
      const pair = { propertyId, hotelId, paymentId }
      if (sort === 'connected already') await connectProperty(context, actor, { ...pair, ota: 'booking' })
      pairs[at] = { sort, property, pair }
    },
  )
  return pairs
}

/** Changes the price of the pairs of the sort `with a price that changes`, after the user has chosen them. */
export async function changePrices(pairs: readonly MixedPair[], { db }: Place): Promise<void> {
  for (const { sort, property } of pairs)
    if (sort === 'with a price that changes')
      await db.doc(`accounts/${property.landlordId}`).update({ 'connectionService.amount': 5900 })
}
