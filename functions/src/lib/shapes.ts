import * as z from 'zod'

export const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

export const textOrNull = z.string().nullable().catch(null).default(null)
export const timeOrNull = z.date().nullable().catch(null).default(null)

/** Firestore stores the years 1 to 9999. */
const firstTime = Date.parse('0001-01-01T00:00:00.000Z')
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

export const isStorable = (time: Date): boolean => time.getTime() >= firstTime && time.getTime() <= lastTime

export const nearestStorable = (milliseconds: number): Date =>
  new Date(Math.min(Math.max(milliseconds, firstTime), lastTime))

/** ISO 8601 with an offset. */
export const sentTime = z.iso
  .datetime({ offset: true })
  .transform(text => new Date(text))
  .refine(isStorable, 'must be a time of the years 1 to 9999')

/** YYYY-MM-DD in UTC; both ends are storable. */
export const sentDay = z.iso
  .date()
  .refine(day => day >= '0001-01-02' && day <= '9999-12-30', 'must be a day of the years 1 to 9999')

export const plainFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const reason = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })

export const plainReason = reason.partial({ nextAction: true })

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Asks for the next page; null on the last one.' })
