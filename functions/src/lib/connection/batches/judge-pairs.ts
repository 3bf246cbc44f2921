import { clientId } from '../../identifiers.ts'
import { type OtaName, otas } from '../otas.ts'
import type { Pair, Row, RowReason } from './batch.ts'

export function judgePairs(ota: OtaName, pairs: readonly Pair[]): Row[] {
  const sound = pairs.filter(pair => !whyNoPair(ota, pair))
  const whole = Map.groupBy(sound, ({ propertyId, hotelId }) => `${propertyId} ${hotelId}`)
  const different = [...whole.values()].flatMap(([first]) => first ?? [])
  const neighbours = {
    hotels: Map.groupBy(different, ({ propertyId }) => propertyId),
    properties: Map.groupBy(different, ({ hotelId }) => hotelId),
    payments: Map.groupBy(different, ({ paymentId }) => paymentId),
    first: new Set(different),
  }
  return pairs.map(pair => {
    const reason = whyNoPair(ota, pair) ?? whyNotBeside(ota, pair, neighbours)
    return { ...pair, tries: 0, ...(reason ? { state: 'wrong', reason } : { state: 'testing' }) }
  })
}

function whyNoPair(ota: OtaName, { propertyId, hotelId }: Pair): RowReason | undefined {
  const { label, hotelId: format, hotelIdHint } = otas[ota]
  if (!clientId.safeParse(propertyId).success)
    return wrong('property-not-found', 'This is not the id of a property.', 'Copy the id of the property.')
  if (format.test(hotelId)) return undefined
  return wrong(
    'hotel-id-invalid',
    `This is not a property ID of ${label}. ${hotelIdHint}`,
    `Copy the property ID exactly from the ${label} extranet.`,
  )
}

interface Neighbours {
  hotels: ReadonlyMap<string, readonly Pair[]>
  properties: ReadonlyMap<string, readonly Pair[]>
  payments: ReadonlyMap<string | undefined, readonly Pair[]>
  first: ReadonlySet<Pair>
}

function whyNotBeside(
  ota: OtaName,
  pair: Pair,
  { hotels, properties, payments, first }: Neighbours,
): RowReason | undefined {
  const { label } = otas[ota]
  if (!first.has(pair))
    return wrong('pair-repeated', 'This pair stands above already.', 'Nothing: the first one counts.')
  if ((hotels.get(pair.propertyId)?.length ?? 0) > 1)
    return wrong(
      'property-repeated',
      `The property stands here with several property IDs of ${label}.`,
      'Leave only the right one.',
    )
  if ((properties.get(pair.hotelId)?.length ?? 0) > 1)
    return wrong(
      'hotel-repeated',
      `The property ID of ${label} stands here for several properties.`,
      'Leave it with the right one only.',
    )
  if (pair.paymentId !== undefined && (payments.get(pair.paymentId)?.length ?? 0) > 1)
    return wrong(
      'payment-repeated',
      'The payment stands here for several properties.',
      'Give each property a payment of its own.',
    )
  return undefined
}

const wrong = (code: string, detail: string, nextAction: string): RowReason => ({ code, detail, nextAction })
