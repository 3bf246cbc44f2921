import type { Fields, StoredDocument } from './store.ts'

/** Firestore refuses undefined. */
export const defined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

export const fieldAt = (fields: unknown, field: string): unknown => field.split('.').reduce(valueIn, fields)

const valueIn = (container: unknown, name: string): unknown =>
  typeof container === 'object' && container !== null && Object.hasOwn(container, name)
    ? Reflect.get(container, name)
    : undefined

export function textAt(document: StoredDocument | undefined, field: string): string | undefined {
  const value = fieldAt(document?.value, field)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function listAt({ value: fields }: StoredDocument, field: string): readonly unknown[] {
  const value = fieldAt(fields, field)
  return Array.isArray(value) ? value : []
}
