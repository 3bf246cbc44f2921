import { channelManagerName } from '@functions/adapters/channel-manager/name.ts'
import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { hotelIdOf, type PropertyRequestDetails } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { channelPagePath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { reasonOf } from '../ui/failure-notice.tsx'
import { toast } from '../ui/toasts.tsx'
import type { Chosen } from './choice-of-rooms.ts'
import { Guide } from './guide.tsx'
import { guideMemory, openingAt, wayMemory } from './guide-progress.ts'
import { type Attempt, PipelineSteps } from './pipeline-steps.tsx'
import { useConnect, useTested } from './use-connect.ts'

interface ConnectDialogProps {
  request: PropertyRequestDetails
  onClose: () => void
}

/** The guided way from a request to a channel (specification A2, steps 3 to 5). Closing it loses nothing. */
export function ConnectDialog({ request, onClose }: ConnectDialogProps) {
  const navigate = useNavigate()
  const { uid } = useUser()
  const { propertyId, propertyName, ota } = request
  const memory = useMemo(() => guideMemory(uid, propertyId, ota), [uid, propertyId, ota])
  const way = useMemo(() => wayMemory(uid), [uid])
  const [progress, setProgress] = useState(() => openingAt(memory.read(), hotelIdOf(request), way.read()))
  // The payment ID is not kept on the device.
  const [paymentId, setPaymentId] = useState('')
  const { press, attempt, state, isLong } = useConnect(request)
  const tested = useTested(request)
  const [chosen, setChosen] = useState<Chosen>()
  const [isCorrecting, setCorrecting] = useState(false)
  const label = otaLabel(ota)
  const name = propertyName ?? propertyId
  useEffect(() => memory.write(progress), [memory, progress])
  const channelId = state.phase === 'completed' ? state.channelId : undefined
  useEffect(() => {
    if (channelId === undefined) return
    memory.clear()
    toast(t('connect.completed', { name, ota: label }))
    void navigate(channelPagePath(propertyId, channelId))
  }, [channelId, propertyId, memory, name, label, navigate])
  const connect = (which: Chosen | undefined) => {
    setCorrecting(false)
    setChosen(which)
    const { hotelId, listingUrl } = progress
    press.mutate({
      propertyId,
      hotelId,
      ...(listingUrl.trim() && { listingUrl: listingUrl.trim() }),
      ...(paymentId.trim() && { paymentId: paymentId.trim() }),
      ...(which && { chosen: which }),
    })
  }
  const isFailed = state.phase === 'failed' && !isCorrecting
  const isRunning = state.phase === 'running' || state.phase === 'completed'
  return (
    <Dialog
      title={t('connect.title', { name, ota: label })}
      phase={isRunning ? 'running' : isFailed ? 'failed' : 'guide'}
      onClose={onClose}
    >
      {isRunning && <Running attempt={attempt} {...(isLong && { slow: label })} />}
      {isFailed && (
        <Stack>
          <ReasonNotice
            isNews
            title={t('connect.failed')}
            {...('error' in state ? reasonOf(state.error) : state.rejection)}
          />
          {attempt && attempt.steps.length > 0 && <PipelineSteps attempt={attempt} />}
          <DialogFoot>
            <Button variant="default" onClick={() => setCorrecting(true)}>
              {t('connect.correct')}
            </Button>
            <Button disabled={progress.hotelId === ''} onClick={() => connect(chosen)}>
              {t('connect.again', { ota: label })}
            </Button>
          </DialogFoot>
        </Stack>
      )}
      {!isRunning && !isFailed && (
        <Guide
          requestId={request.id}
          propertyId={propertyId}
          ota={ota}
          channelManager={channelManagerName}
          progress={{ ...progress, paymentId }}
          tested={tested}
          onProgress={({ paymentId: paid, ...change }) => {
            if (paid !== undefined) setPaymentId(paid)
            setProgress(now => ({ ...now, ...change }))
          }}
          onShortcut={way.write}
          onConnect={connect}
        />
      )}
    </Dialog>
  )
}

/** The attempt before its first step is written. */
const beginning: Attempt = { status: 'running', steps: [] }

/** `slow`: the OTA whose answers took too long to wait for. */
function Running({ attempt, slow }: { attempt: Attempt | null; slow?: string }) {
  return (
    <Stack>
      <Group gap="sm">
        <Loader size={18} aria-hidden />
        <Title order={3} size="h5">
          {t('connect.running')}
        </Title>
      </Group>
      <PipelineSteps attempt={attempt ?? beginning} />
      <Text size="sm" c="dimmed" role="status">
        {slow === undefined ? t('connect.runningWhat') : t('connect.goesOn', { ota: slow })}
      </Text>
    </Stack>
  )
}
