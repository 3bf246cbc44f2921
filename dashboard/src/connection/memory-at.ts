import type * as z from 'zod'
import { forget, keep, parsed, textAt } from '../storage.ts'

const isAnything = (_: unknown): _ is unknown => true

/** The device's value of that key. Its schema catches a value of another program, and that there is none. */
export const memoryAt = <S extends z.ZodType>(key: string, schema: S) => ({
  read: (): z.output<S> => schema.parse(parsed(textAt(key), isAnything)),
  write: (value: z.output<S>): void => keep(key, value),
  clear: (): void => forget(key),
})
