import { guideLanguages } from '@functions/lib/connection/guide/languages.ts'
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { useStaffName } from '../live/use-staff.ts'
import { useUser } from '../session/session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { QueryFailure, reasonOf } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { toast } from '../ui/toasts.tsx'
import { type GuideStep, type StepOfRequest, stepQuery, useSendStep } from './guide-step.ts'

interface SendFormProps {
  about: StepOfRequest
  onClose: () => void
}

/** The step to send, its recipient and the language. */
export function SendForm({ about, onClose }: SendFormProps) {
  const query = useQuery(stepQuery(about))
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap="xs" component="section" aria-label={t('landlordStep.title')}>
      <Title order={4} size="h6" ref={heading} tabIndex={-1}>
        {t('landlordStep.title')}
      </Title>
      {data ? (
        <Form {...{ about, onClose }} step={data} />
      ) : query.isError ? (
        <QueryFailure title={t('landlordStep.unknown')} query={query} />
      ) : (
        <Loading />
      )}
    </Stack>
  )
}

function Form({ about, step, onClose }: SendFormProps & { step: GuideStep }) {
  const { uid } = useUser()
  const staffName = useStaffName()
  const send = useSendStep(about)
  const [language, setLanguage] = useState(step.language)
  // The state when the form was opened: a colleague's send since then is not overtaken.
  const [lastSentAt] = useState(step.lastSent?.at)
  const name = step.to?.name || t('landlordStep.theLandlord')
  const press = () =>
    send.mutate(
      { language, lastSentAt },
      {
        onSuccess: ({ by }) => {
          const who = staffName(by) ?? t('landlordStep.somebody')
          toast(by === uid ? t('landlordStep.done', { name }) : t('landlordStep.doneBefore', { who }))
          onClose()
        },
      },
    )
  return (
    <>
      <Text size="sm">
        {step.to && t('landlordStep.to', { ...step.to, step: t(`connect.guide.${about.step}.title`) })}
      </Text>
      <NativeSelect
        label={t('landlordStep.language')}
        value={language}
        onChange={({ currentTarget: { value } }) =>
          setLanguage(guideLanguages.find(one => one === value) ?? language)
        }
        data={guideLanguages.map(value => ({ value, label: t(`landlordStep.languages.${value}`) }))}
      />
      {send.isError && <ReasonNotice isNews title={t('landlordStep.failed')} {...reasonOf(send.error)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <BusyButton isBusy={send.isPending} leftSection={<IconSend size={16} aria-hidden />} onClick={press}>
          {t('landlordStep.sendNow')}
        </BusyButton>
      </Group>
    </>
  )
}
