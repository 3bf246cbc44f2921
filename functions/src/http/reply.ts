import * as z from 'zod'

/** A type as it is read: nothing read-only, no `undefined` where a field may be absent, intersections made one. */
type Plain<T> = T extends Date
  ? 'a time'
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Plain<Exclude<T[Key], undefined>> }
      : T

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type Fits<Reply, Schema extends z.ZodType> =
  IsSame<Plain<Reply>, Plain<z.output<Schema>>> extends true
    ? unknown
    : { 'the schema differs from the reply': [Plain<Reply>, Plain<z.output<Schema>>] }

/**
 * A schema that says exactly what a verb answers with: it does not compile otherwise. Replies are not parsed with it
 * when they are sent; the document of the API is made from it, and the tests hold every answer they get against that.
 */
export const replyOf =
  <Reply>() =>
  <Schema extends z.ZodType>(schema: Schema & Fits<Reply, Schema>): Schema =>
    schema

type Names<T> = string extends keyof T ? unknown : keyof T

type FitsWithin<Reply, Schema extends z.ZodType> = [
  Plain<z.output<Schema>>,
  Names<Plain<z.output<Schema>>>,
] extends [Plain<Reply>, Names<Plain<Reply>>]
  ? unknown
  : { 'the schema differs from the reply': [Plain<Reply>, Plain<z.output<Schema>>] }

/** The same for a reply whose type leaves open what some of its fields hold: the schema may say more, never other. */
export const replyWithin =
  <Reply>() =>
  <Schema extends z.ZodType>(schema: Schema & FitsWithin<Reply, Schema>): Schema =>
    schema

/** A sentence, its code, and what to do now. */
export const reason = z.object({ code: z.string(), detail: z.string(), nextAction: z.string() })

/** Goes into the query of the next page; null on the last one. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Asks for the next page; null on the last one.' })
