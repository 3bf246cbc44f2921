import '../i18n/guide.ts'
import { drawingOf } from './drawings/drawings.ts'
import type { StepOfRequest } from './guide-step.ts'
import { SendStep } from './send-step.tsx'

interface StepHelpProps {
  about: StepOfRequest
  ota: string
  channelManager: string
}

export function StepHelp({ about, ota, channelManager }: StepHelpProps) {
  const Drawing = drawingOf(ota, about.step)
  if (!Drawing) return null
  return (
    <>
      <Drawing channelManager={channelManager} />
      <SendStep key={about.step} about={about} />
    </>
  )
}
