import { Button, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type GuideProgress, guideSteps } from './guide-progress.ts'
import { HotelIdInput, isHotelId } from './hotel-id-input.tsx'
import { PropertyForm } from './property-form.tsx'

interface GuideProps {
  propertyId: string
  ota: string
  channelManager: string
  progress: GuideProgress
  onProgress: (change: Partial<GuideProgress>) => void
  onConnect: () => void
}

/** One step after the other of what has to be done in the extranet, then the property itself. */
export function Guide({ propertyId, ota, channelManager, progress, onProgress, onConnect }: GuideProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const at = guideSteps.indexOf(progress.step)
  const isLast = progress.step === 'property'
  const isNamed = progress.name.trim().toLowerCase() === channelManager.toLowerCase()
  const isBlocked =
    (progress.step === 'searchName' && !isNamed) ||
    (progress.step === 'copyCode' && progress.hotelId !== '' && !isHotelId(progress.hotelId))
  const shown = useRef(progress.step)
  useEffect(() => {
    if (shown.current === progress.step) return
    shown.current = progress.step
    heading.current?.focus()
  }, [progress.step])
  const go = (by: number) => {
    const step = guideSteps[at + by]
    if (step) onProgress({ step })
  }
  const names = { ota, channelManager }
  return (
    <Stack>
      <div>
        <Text size="xs" c="dimmed">
          {t('connect.stepOf', { step: at + 1, of: guideSteps.length })}
        </Text>
        <Progress
          value={((at + 1) / guideSteps.length) * 100}
          size="sm"
          mt={4}
          aria-label={t('connect.guideProgress')}
        />
      </div>
      <Title order={3} size="h5" ref={heading} tabIndex={-1}>
        {t(`connect.guide.${progress.step}.title`, names)}
      </Title>
      <Text size="sm">{t(`connect.guide.${progress.step}.what`, names)}</Text>
      {progress.step === 'copyCode' && (
        <HotelIdInput ota={ota} value={progress.hotelId} onChange={hotelId => onProgress({ hotelId })} />
      )}
      {progress.step === 'searchName' && (
        <TextInput
          label={t('connect.typeName')}
          description={t('connect.typeNameWhat', names)}
          autoComplete="off"
          spellCheck={false}
          value={progress.name}
          onChange={event => onProgress({ name: event.currentTarget.value })}
          error={!isNamed && progress.name !== '' && t('connect.nameIncomplete', names)}
        />
      )}
      {isLast && (
        <PropertyForm
          propertyId={propertyId}
          ota={ota}
          progress={progress}
          onProgress={onProgress}
          onConnect={onConnect}
        />
      )}
      <Group justify="space-between">
        <Button
          variant="default"
          disabled={at === 0}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => go(-1)}
        >
          {t('connect.back')}
        </Button>
        {!isLast && (
          <Button
            data-autofocus
            disabled={isBlocked}
            rightSection={<IconArrowRight size={16} aria-hidden />}
            onClick={() => go(1)}
          >
            {t('connect.nextStep')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
