/**
 * Of a document about one message. Where the thread's id holds `_`, a colon joins it to the message's, so that no two
 * messages have one key.
 */
export const messageKey = ({ threadId, messageId }: { threadId: string; messageId: string }): string =>
  `${threadId}${threadId.includes('_') ? ':' : '_'}${messageId}`
