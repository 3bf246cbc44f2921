import type { triageReply } from '@functions/http/replies/triage.ts'
import type * as z from 'zod'
import type { Json } from '../api/json.ts'

export type TriagePage = Json<z.output<typeof triageReply>>
export type TriageEntry = TriagePage['entries'][number]
