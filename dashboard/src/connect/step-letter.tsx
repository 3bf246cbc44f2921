import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { useStaffName } from '../inbox/use-staff.ts'
import { useUser } from '../session/session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FailureNotice, reasonOf } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type GuideStep, stepQuery, useSendStep } from './guide-step.ts'
import classes from './step-letter.module.css'

interface StepLetterProps {
  about: { requestId: string; step: string }
  hotelId?: string | undefined
  onClose: () => void
}

/** What the landlord would read, in the language one chooses, before it is sent. */
export function StepLetter({ about, hotelId, onClose }: StepLetterProps) {
  const { data, error, refetch } = useQuery(stepQuery(about, hotelId))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap="xs" component="section" aria-label={t('landlordStep.title')}>
      <Title order={4} size="h6" ref={heading} tabIndex={-1}>
        {t('landlordStep.title')}
      </Title>
      {data ? (
        <Form {...{ about, hotelId, onClose }} step={data} />
      ) : error ? (
        <FailureNotice title={t('landlordStep.noText')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Stack>
  )
}

function Form({ about, hotelId, step, onClose }: StepLetterProps & { step: GuideStep }) {
  const { uid } = useUser()
  const staffName = useStaffName()
  const toast = useToast()
  const send = useSendStep(about)
  const [language, setLanguage] = useState(step.language)
  // What was known when the text was opened: who has sent it since is not overtaken.
  const [lastSentAt] = useState(step.lastSent?.at)
  const letter = step.letters.find(one => one.language === language)
  const name = step.to?.name || t('landlordStep.theLandlord')
  const press = () =>
    send.mutate(
      { language, hotelId, lastSentAt },
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
      <Text size="sm">{step.to && t('landlordStep.to', step.to)}</Text>
      <NativeSelect
        label={t('landlordStep.language')}
        value={language}
        onChange={({ currentTarget: { value } }) =>
          setLanguage(step.letters.find(one => one.language === value)?.language ?? language)
        }
        data={step.letters.map(({ language: value }) => ({
          value,
          label: t(`landlordStep.languages.${value}`),
        }))}
      />
      {letter && (
        <section className={classes.letter} aria-label={t('landlordStep.text')} lang={letter.language}>
          <Text size="sm" fw={600}>
            {letter.subject}
          </Text>
          <Text size="sm" mt="xs">
            {letter.text}
          </Text>
        </section>
      )}
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
