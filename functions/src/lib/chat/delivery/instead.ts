/** The id of the message that carries the text of a failed one by another way: the same, whoever presses how often. */
export const insteadId = (messageId: string): string => `instead-${messageId}`.slice(0, 128)

export const isInstead = (messageId: string): boolean => messageId.startsWith('instead-')
