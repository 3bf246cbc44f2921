import type { TriageView } from '@functions/lib/chat/inbound/triage.ts'
import type { Json } from '../api/json.ts'

export type TriageEntry = Json<TriageView>

export interface TriagePage {
  entries: TriageEntry[]
  nextCursor: string | null
}
