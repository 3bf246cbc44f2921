import * as z from 'zod'
import { otaNames } from '../connection/otas.ts'
import { emailAddress } from '../email-address.ts'
import { clientId, documentId } from '../identifiers.ts'
import { certainNumber } from '../reservations/booking-values.ts'
import { sentDay } from '../shapes.ts'

const text = z.string().trim().min(1).max(1000)
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(value => (value === '' || value === null ? undefined : value), schema.optional())
const phone = z
  .string()
  .transform(text => certainNumber(text) ?? text)
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be in E.164, such as +12025550177'))
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be such as de or pt-BR')
const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })], {
  error: 'must be true or false',
})
const amount = z.coerce.number().int().nonnegative()

const landlord = z.strictObject({
  kind: z.literal('landlord'),
  id: documentId,
  name: text,
  email: optional(emailAddress),
  plan: optional(z.enum(['free', 'paid'])),
  /** Minor units. */
  amount: optional(amount),
  currency: optional(z.string().length(3)),
  language: optional(language),
  noGuideEmails: optional(flag),
})
const property = z
  .strictObject({
    kind: z.literal('property'),
    id: optional(clientId),
    channelManagerId: optional(clientId),
    landlordId: documentId,
    name: optional(text),
    timeZone: optional(text),
  })
  .refine(({ id, name, channelManagerId }) => channelManagerId !== undefined || (id && name), {
    message: 'needs a channelManagerId, or an id and a name',
  })
const request = z.strictObject({
  kind: z.literal('request'),
  propertyId: clientId,
  ota: optional(z.enum(otaNames)).transform(ota => ota ?? 'booking'),
})
const guest = z.strictObject({
  kind: z.literal('guest'),
  id: documentId,
  name: text,
  phone: optional(phone),
  email: optional(emailAddress),
})
const reservation = z
  .strictObject({
    kind: z.literal('reservation'),
    id: documentId,
    guestId: documentId,
    propertyId: clientId,
    arrival: sentDay,
    departure: sentDay,
    roomId: optional(clientId),
    status: optional(z.enum(['confirmed', 'cancelled'])),
  })
  .refine(({ arrival, departure }) => arrival < departure, { message: 'departure must be after arrival' })

/** Later rows name earlier kinds. */
export const importedKinds = ['landlord', 'guest', 'property', 'request', 'reservation'] as const

export const importRow = z.discriminatedUnion('kind', [landlord, property, request, guest, reservation])
export type ImportRow = z.infer<typeof importRow>
export type RowOf<Kind extends ImportRow['kind']> = Extract<ImportRow, { kind: Kind }>
