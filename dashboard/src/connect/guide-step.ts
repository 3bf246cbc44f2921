import type { guideStep as stepReply } from '@functions/lib/connection/guide/read-step.ts'
import type { sentGuideStep as sentReply } from '@functions/lib/connection/guide/send-step.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import type { GuideProgress } from './guide-progress.ts'

export type GuideStep = Json<z.output<typeof stepReply>>

export interface StepOfRequest {
  requestId: string
  step: GuideProgress['step']
}

const pathOf = ({ requestId, step }: StepOfRequest): string =>
  `/api/property-requests/${encodeURIComponent(requestId)}/guide-steps/${encodeURIComponent(step)}`

const keyOf = ({ requestId, step }: StepOfRequest) => ['guide-step', requestId, step]

/** To whom a step would go, and when it was last sent. */
export const stepQuery = (about: StepOfRequest) =>
  queryOptions({
    queryKey: keyOf(about),
    queryFn: ({ signal }) => call<GuideStep>({ path: pathOf(about), signal }),
  })

interface ToSend {
  language: GuideStep['language']
  lastSentAt?: string | undefined
}

export function useSendStep(about: StepOfRequest) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ToSend) =>
      call<Json<z.output<typeof sentReply>>>({ method: 'POST', path: pathOf(about), body }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(about) }),
  })
}
