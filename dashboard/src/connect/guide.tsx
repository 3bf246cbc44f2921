import '@mantine/core/styles/Progress.css'
import '../i18n/guide.ts'
import { Anchor, Button, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { t } from 'i18next'
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { extranetOf, guideOf, isHotelId, otaLabel } from '../connection/ota.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import type { Chosen } from './choice-of-rooms.ts'
import { Drawing, drawingOf } from './drawings/drawing.tsx'
import type { GuideProgress } from './guide-progress.ts'
import { HotelIdInput } from './hotel-id-input.tsx'
import { PropertyForm } from './property-form.tsx'
import { SendStep } from './send-step.tsx'
import type { Tested } from './use-connect.ts'

interface GuideProps {
  requestId: string
  propertyId: string
  ota: string
  channelManager: string
  progress: GuideProgress
  tested: Tested
  onProgress: (change: Partial<GuideProgress>) => void
  /** Whether somebody went from the first step to the last, or back. */
  onShortcut: (isTaken: boolean) => void
  onConnect: (chosen: Chosen | undefined) => void
}

/** One step after the other of what has to be done in the extranet, then the property itself. */
export function Guide(props: GuideProps) {
  const { requestId, propertyId, ota, channelManager, tested, onProgress, onShortcut, onConnect } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const steps = guideOf(ota)
  const at = Math.max(0, steps.indexOf(props.progress.step))
  const progress = { ...props.progress, step: steps[at] ?? 'property' }
  const extranetSteps = steps.length - 1
  const isLast = progress.step === 'property'
  const shown = useRef(progress.step)
  useEffect(() => {
    if (shown.current === progress.step) return
    shown.current = progress.step
    heading.current?.focus()
  }, [progress.step])
  const open = (step: GuideProgress['step'] | undefined) => step && onProgress({ step })
  const back = (
    <Button
      variant="default"
      disabled={at === 0}
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => open(steps[at - 1])}
    >
      {t('connect.back')}
    </Button>
  )
  const extranet = extranetOf(ota)
  const picture = drawingOf(ota, progress.step)
  const names = { ota: otaLabel(ota), channelManager }
  return (
    <Stack>
      <div>
        <Text size="xs" c="dimmed">
          {isLast ? t('connect.lastStep') : t('connect.stepOf', { step: at + 1, of: extranetSteps })}
        </Text>
        <Progress
          value={(Math.min(at + 1, extranetSteps) / extranetSteps) * 100}
          size="sm"
          mt={4}
          aria-label={t('connect.guideProgress')}
        />
      </div>
      <Title order={3} size="h5" ref={heading} tabIndex={-1}>
        {t(`connect.guide.${progress.step}.title`, names)}
      </Title>
      <Text size="sm">{t(`connect.guide.${progress.step}.what`, names)}</Text>
      {!isLast && extranet !== undefined && (
        <ExternalLink href={extranet} text={t('connect.extranet', names)} />
      )}
      {picture && (
        <>
          <Drawing ota={ota} step={progress.step} picture={picture} channelManager={channelManager} />
          <SendStep key={progress.step} about={{ requestId, step: progress.step }} />
        </>
      )}
      <Shortcut step={progress.step} onShortcut={onShortcut} onOpen={open} />
      {isLast ? (
        <PropertyForm
          propertyId={propertyId}
          ota={ota}
          progress={progress}
          tested={tested}
          onProgress={onProgress}
          onConnect={onConnect}
          back={back}
        />
      ) : (
        <ExtranetStep
          key={progress.step}
          {...{ propertyId, ota, channelManager, progress, onProgress }}
          back={back}
          onDone={() => open(steps[at + 1])}
        />
      )}
    </Stack>
  )
}

interface ShortcutProps extends Pick<GuideProgress, 'step'>, Pick<GuideProps, 'onShortcut'> {
  onOpen: (step: GuideProgress['step']) => void
}

/** A button from the first step to the last for users who know the way, and back for others. */
function Shortcut({ step, onShortcut, onOpen }: ShortcutProps) {
  if (step !== 'introduction' && step !== 'property') return null
  const isFirst = step === 'introduction'
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      w="max-content"
      maw="100%"
      ta="start"
      onClick={() => {
        onShortcut(isFirst)
        onOpen(isFirst ? 'property' : 'introduction')
      }}
    >
      {t(isFirst ? 'connect.toHotelId' : 'connect.allSteps')}
    </Anchor>
  )
}

interface ExtranetStepProps
  extends Pick<GuideProps, 'propertyId' | 'ota' | 'channelManager' | 'progress' | 'onProgress'> {
  back: ReactNode
  onDone: () => void
}

/** A step with what it asks for. Enter goes on, as the button does. */
function ExtranetStep(props: ExtranetStepProps) {
  const { propertyId, ota, channelManager, progress, onProgress, back, onDone } = props
  const { step, name, hotelId } = progress
  const isNamed = name.trim().toLowerCase() === channelManager.toLowerCase()
  const isBlocked =
    (step === 'searchName' && !isNamed) || (step === 'copyCode' && hotelId !== '' && !isHotelId(ota, hotelId))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isBlocked) onDone()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {step === 'copyCode' && (
          <HotelIdInput
            propertyId={propertyId}
            ota={ota}
            value={hotelId}
            onChange={value => onProgress({ hotelId: value })}
          />
        )}
        {step === 'searchName' && (
          <TextInput
            label={t('connect.typeName')}
            description={t('connect.typeNameWhat', { channelManager })}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={event => onProgress({ name: event.currentTarget.value })}
            error={!isNamed && name !== '' && t('connect.nameIncomplete', { channelManager })}
          />
        )}
        <Group justify="space-between">
          {back}
          <Button type="submit" disabled={isBlocked} rightSection={<IconArrowRight size={16} aria-hidden />}>
            {t('connect.nextStep')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
