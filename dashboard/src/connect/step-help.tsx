import '../i18n/guide.ts'
import { drawingOf } from './drawings/drawings.ts'
import { SendStep } from './send-step.tsx'

interface StepHelpProps {
  requestId: string
  ota: string
  step: string
  channelManager: string
  hotelId: string
}

/** What a step in the extranet looks like, and the way to have the landlord do it. Nothing for other steps. */
export function StepHelp({ channelManager, ...about }: StepHelpProps) {
  const Drawing = drawingOf(about.ota, about.step)
  if (!Drawing) return null
  return (
    <>
      <Drawing channelManager={channelManager} />
      <SendStep key={about.step} {...about} />
    </>
  )
}
