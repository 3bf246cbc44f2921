import type * as z from 'zod'

/** A value of the API as it comes in JSON: times are ISO 8601 texts. */
export type Json<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Json<Item>[]
    : T extends object
      ? { [Key in keyof T]: Json<T[Key]> }
      : T

/** An answer of the API, by the schema of its verb. */
export type Reply<Schema extends z.ZodType> = Json<z.output<Schema>>
