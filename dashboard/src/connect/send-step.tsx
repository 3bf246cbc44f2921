import { Button, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useRef, useState } from 'react'
import { Trans } from 'react-i18next'
import { useStaffName } from '../live/use-staff.ts'
import { useUser } from '../session/session.ts'
import { onePress } from '../ui/one-press.ts'
import { Age } from '../ui/time.tsx'
import { type GuideStep, type StepOfRequest, stepQuery } from './guide-step.ts'
import { SendForm } from './send-form.tsx'

export function SendStep({ about }: { about: StepOfRequest }) {
  const { data } = useQuery(stepQuery(about))
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (data?.obstacle)
    return (
      <Text size="sm" c="dimmed">
        {t('landlordStep.obstacle', data.obstacle)}
      </Text>
    )
  const close = () => {
    setOpen(false)
    setTimeout(() => button.current?.focus())
  }
  return (
    <Stack gap="xs">
      {data?.lastSent && <SentLine sent={data.lastSent} name={data.to?.name} />}
      {isOpen ? (
        <SendForm about={about} onClose={close} />
      ) : (
        <Button
          {...onePress}
          ref={button}
          variant="default"
          w="max-content"
          maw="100%"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t(data?.lastSent ? 'landlordStep.again' : 'landlordStep.send')}
        </Button>
      )}
    </Stack>
  )
}

const lost: readonly unknown[] = ['failed', 'bounced', 'dropped', 'spam-reported']

/** The last send, so that colleagues do not send the step again. */
function SentLine({ sent, name }: { sent: NonNullable<GuideStep['lastSent']>; name: string | undefined }) {
  const { uid } = useUser()
  const staffName = useStaffName()
  const who = sent.by === uid ? t('landlordStep.you') : (staffName(sent.by) ?? t('landlordStep.somebody'))
  return (
    <Text size="sm">
      <Trans
        t={t}
        i18nKey="landlordStep.sent"
        values={{
          name: name || t('landlordStep.theLandlord'),
          who,
          language: t(`landlordStep.languages.${sent.language}`),
        }}
        components={{ time: <Age at={sent.at} /> }}
      />
      {lost.includes(sent.status) && <strong> {t('landlordStep.lost')}</strong>}
    </Text>
  )
}
