import * as z from 'zod'

/** A field that is left out where it is not as it should be. */
export const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** The same with null in place of what is left out. */
export const textOrNull = z.string().nullable().catch(null).default(null)
export const timeOrNull = z.date().nullable().catch(null).default(null)

/** Firestore stores the years 1 to 9999. */
const firstTime = Date.parse('0001-01-01T00:00:00.000Z')
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

export const isStorable = (time: Date): boolean => time.getTime() >= firstTime && time.getTime() <= lastTime

/** A time that a caller sends, with its offset, and that can be stored. */
export const sentTime = z.iso
  .datetime({ offset: true })
  .transform(text => new Date(text))
  .refine(isStorable, 'must be a time of the years 1 to 9999')

/** A day of UTC that a caller sends, YYYY-MM-DD, whose begin and end can be stored. */
export const sentDay = z.iso
  .date()
  .refine(day => day >= '0001-01-02' && day <= '9999-12-30', 'must be a day of the years 1 to 9999')

/** Further fields of an entry. */
export const plainFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** A sentence, its code, and what to do now. */
export const reason = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })

/** The same where there may be nothing to do. */
export const plainReason = reason.partial({ nextAction: true })
