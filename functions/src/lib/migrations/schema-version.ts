/**
 * The version of all stored shapes: that of the last migration. A document without `schemaVersion` has it. Only
 * migrations write the field, on documents they change, so that an older release refuses such a document instead of
 * misreading it.
 */
export const schemaVersion = 2
