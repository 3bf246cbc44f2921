import type { guideStep as stepReply } from '@functions/lib/connection/guide/read-step.ts'
import type { sentGuideStep as sentReply } from '@functions/lib/connection/guide/send-step.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, read } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import type { GuideProgress } from './guide-progress.ts'

export type GuideStep = Reply<typeof stepReply>

export interface StepOfRequest {
  requestId: string
  step: GuideProgress['step']
}

const pathOf = ({ requestId, step }: StepOfRequest): string =>
  `/api/property-requests/${encodeURIComponent(requestId)}/guide-steps/${encodeURIComponent(step)}`

const keyOf = ({ requestId, step }: StepOfRequest) => ['guide-step', requestId, step]

/** To whom a step would go, and when it was last sent. */
export const stepQuery = (about: StepOfRequest) => read<GuideStep>(keyOf(about), pathOf(about))

interface ToSend {
  language: GuideStep['language']
  lastSentAt?: string | undefined
}

export function useSendStep(about: StepOfRequest) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ToSend) => post<Reply<typeof sentReply>>(pathOf(about), body),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(about) }),
  })
}
