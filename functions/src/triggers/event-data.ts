/** The fields of an event's document; undefined where there is none. */
export type EventData = Record<string, unknown> | undefined

/** A field of an event's document, whatever that is; verbs read the document itself and parse it. */
export const field = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
