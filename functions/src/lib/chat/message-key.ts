import { joinedKey } from '../joined-key.ts'

export const messageKey = ({ threadId, messageId }: { threadId: string; messageId: string }): string =>
  joinedKey(threadId, messageId)
