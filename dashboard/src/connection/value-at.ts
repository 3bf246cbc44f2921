import type * as z from 'zod'
import { parsed, textAt } from '../storage.ts'

const isAnything = (_: unknown): _ is unknown => true

/** What is kept on the device under that key; undefined when it is none of ours. */
export const valueAt = <S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined =>
  schema.safeParse(parsed(textAt(key), isAnything)).data
