/** A fixed id, so that repeated presses send once. */
export const insteadId = (messageId: string): string => `instead-${messageId}`.slice(0, 128)
