import * as z from 'zod'

/** A field that is left out where it is not as it should be. */
export const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** The same with null in place of what is left out. */
export const textOrNull = z.string().nullable().catch(null).default(null)
export const timeOrNull = z.date().nullable().catch(null).default(null)

/** A time that a caller sends, with its offset. */
export const sentTime = z.iso.datetime({ offset: true }).transform(text => new Date(text))

/** What an entry says beside its own fields. */
export const plainFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** A sentence, its code, and what to do now. */
export const reason = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })

/** The same where there may be nothing to do. */
export const plainReason = reason.partial({ nextAction: true })
