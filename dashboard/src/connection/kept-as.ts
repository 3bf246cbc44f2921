import type * as z from 'zod'
import { kept, parsed } from '../storage.ts'

const isAnything = (_: unknown): _ is unknown => true

/** What is kept on the device under that key; undefined when it is none of ours. */
export const keptAs = <S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined =>
  schema.safeParse(parsed(kept(key), isAnything)).data
