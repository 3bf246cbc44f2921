/**
 * The version of the stored shapes: one number for all of them, that of the last migration. A document that does not say
 * its `schemaVersion` has it. Only migrations write it, on what they change, so that an older release refuses such a
 * document instead of misreading it.
 */
export const schemaVersion = 1
