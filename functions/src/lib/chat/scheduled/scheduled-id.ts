import type { MessageRef } from '../ports.ts'

/** Of the document: one a thread and message. */
export const scheduledId = ({ threadId, messageId }: MessageRef): string => `${threadId}_${messageId}`
