import { connectBody } from '@functions/lib/connection/connect-body.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { t } from 'i18next'
import type { ReactNode, SubmitEvent } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { isHotelId } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { draftOf } from '../mapping/draft.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { reasonOf } from '../ui/failure-notice.tsx'
import { type Chosen, chosenIn } from './choice-of-rooms.ts'
import { ChooseRooms } from './choose-rooms.tsx'
import type { GuideProgress } from './guide-progress.ts'
import { HotelIdInput } from './hotel-id-input.tsx'
import type { Tested, TestResult } from './use-connect.ts'

const optional = connectBody.pick({ listingUrl: true, paymentId: true })
type Values = z.input<typeof optional>

interface PropertyFormProps {
  propertyId: string
  ota: string
  progress: GuideProgress
  tested: Tested
  onProgress: (change: Partial<GuideProgress>) => void
  onConnect: (chosen: Chosen | undefined) => void
  /** The way to the step before. */
  back: ReactNode
}

/** The property ID is tested with the OTA first; it can be connected after it passed, or after a choice of rooms. */
export function PropertyForm(props: PropertyFormProps) {
  const { propertyId, ota, progress, tested, onProgress, onConnect, back } = props
  const { test, draft, setDraft } = tested
  const { hotelId } = progress
  const isTested = test.variables === hotelId
  const toChoose = isTested && !test.isPending ? test.data?.toChoose : undefined
  const isOptional = test.data?.ok === true
  const chosen = toChoose && draft && chosenIn(draft, toChoose, { isOptional })
  const isGood = isTested && (isOptional || chosen !== undefined)
  const form = useForm<Values>({
    resolver: zodResolver(optional),
    mode: 'onChange',
    defaultValues: {
      listingUrl: progress.listingUrl || undefined,
      paymentId: progress.paymentId || undefined,
    },
  })
  const field = (name: keyof Values) =>
    form.register(name, {
      setValueAs: (value: string | undefined) => value?.trim() || undefined,
      onChange: (event: { target: { value: string } }) => onProgress({ [name]: event.target.value }),
    })
  const { errors } = form.formState
  const runTest = () => {
    if (!isHotelId(ota, hotelId) || test.isPending) return
    setDraft(undefined)
    test.mutate(hotelId)
  }
  // Enter tests an ID that has not passed, and connects one that has, or for which rooms are chosen.
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isGood) void form.handleSubmit(() => onConnect(chosen))(event)
    else runTest()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <HotelIdInput
          propertyId={propertyId}
          ota={ota}
          value={hotelId}
          onChange={value => {
            setDraft(undefined)
            onProgress({ hotelId: value })
          }}
        />
        <Group>
          <BusyButton
            variant={isGood ? 'default' : 'filled'}
            type={isGood ? 'button' : 'submit'}
            disabled={!isHotelId(ota, hotelId)}
            isBusy={test.isPending}
            {...(isGood && { onClick: runTest })}
          >
            {t('connect.test')}
          </BusyButton>
        </Group>
        {isTested && test.data && <Finding result={test.data} />}
        {toChoose && (
          <ChooseRooms
            ota={ota}
            toChoose={toChoose}
            draft={draft ?? draftOf(toChoose)}
            isOptional={isOptional}
            onDraft={setDraft}
          />
        )}
        {isTested && test.isError && (
          <ReasonNotice isNews title={t('connect.testBroken')} {...reasonOf(test.error)} />
        )}
        <TextInput
          type="url"
          label={t('connect.listingUrl')}
          description={t('connect.listingUrlWhat')}
          error={errors.listingUrl && t('connect.listingUrlWrong')}
          {...field('listingUrl')}
        />
        <TextInput
          label={t('connect.paymentId')}
          description={t('connect.paymentIdWhat')}
          error={errors.paymentId && t('connect.paymentIdWrong')}
          {...field('paymentId')}
        />
        <Group justify="space-between">
          {back}
          <Button type="submit" disabled={!isGood} leftSection={<IconPlugConnected size={16} aria-hidden />}>
            {t('connect.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Finding({ result }: { result: TestResult }) {
  return (
    <ReasonNotice
      isNews
      kind={result.ok ? 'info' : 'failure'}
      title={t(result.ok ? 'connect.testPassed' : 'connect.testFailed')}
      detail={result.detail}
      nextAction={result.nextAction}
    />
  )
}
