import type * as z from 'zod'
import { parsed, textAt } from '../storage.ts'

const isAnything = (_: unknown): _ is unknown => true

/** The device’s value of that key; undefined for a value of another program. */
export const valueAt = <S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined =>
  schema.safeParse(parsed(textAt(key), isAnything)).data
