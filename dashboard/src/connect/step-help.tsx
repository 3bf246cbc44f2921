import '../i18n/guide.ts'
import { Drawing, drawingOf } from './drawings/drawing.tsx'
import type { StepOfRequest } from './guide-step.ts'
import { SendStep } from './send-step.tsx'

interface StepHelpProps {
  about: StepOfRequest
  ota: string
  channelManager: string
}

export function StepHelp({ about, ota, channelManager }: StepHelpProps) {
  const { step } = about
  const picture = drawingOf(ota, step)
  if (!picture) return null
  return (
    <>
      <Drawing ota={ota} step={step} picture={picture} channelManager={channelManager} />
      <SendStep key={step} about={about} />
    </>
  )
}
