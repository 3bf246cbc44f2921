import type { triagePage } from '@functions/lib/chat/inbound/triage.ts'
import type { Reply } from '../api/json.ts'

export type TriagePage = Reply<typeof triagePage>
export type TriageEntry = TriagePage['entries'][number]

export const statuses = ['open', 'dismissed', 'spam'] as const
export type TriageStatus = (typeof statuses)[number]

export const orders = ['oldest', 'newest'] as const
