import { setTimeout } from 'node:timers/promises'

/** Small readers of untrusted values. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A string that is there and is not blank. */
export function presentText(value: unknown): string | undefined {
  const text = asText(value)
  return text === undefined || text.trim() === '' ? undefined : text
}

/** Real time, even if tests fake their timers. */
export const sleep = (ms: number): Promise<void> => setTimeout(ms)
