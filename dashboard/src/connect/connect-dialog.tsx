import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PropertyRequestDetails } from '../connection/api.ts'
import { channelManagerName, otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { useUser } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toasts.tsx'
import { Guide } from './guide.tsx'
import { guideMemory } from './guide-progress.ts'
import { PipelineSteps } from './pipeline-steps.tsx'
import { useConnect } from './use-connect.ts'

interface ConnectDialogProps {
  request: PropertyRequestDetails
  onClose: () => void
}

/** The guided way from a request to a channel (specification A2, steps 3 to 5). Closing it loses nothing. */
export function ConnectDialog({ request, onClose }: ConnectDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const { uid } = useUser()
  const { propertyId, propertyName, ota } = request
  const memory = useMemo(() => guideMemory(uid, propertyId, ota), [uid, propertyId, ota])
  const [progress, setProgress] = useState(memory.read)
  const { press, details, state } = useConnect(request)
  const [isCorrecting, setCorrecting] = useState(false)
  const label = otaLabel(ota)
  const name = propertyName ?? propertyId
  useEffect(() => memory.write(progress), [memory, progress])
  const redirectTo = state.phase === 'completed' ? state.redirectTo : undefined
  useEffect(() => {
    if (redirectTo === undefined) return
    memory.clear()
    toast(t('connect.completed', { name, ota: label }))
    void navigate(redirectTo)
  }, [redirectTo, memory, toast, t, name, label, navigate])
  const connect = () => {
    setCorrecting(false)
    const { hotelId, listingUrl, paymentId } = progress
    press.mutate({
      propertyId,
      hotelId,
      ...(listingUrl.trim() && { listingUrl: listingUrl.trim() }),
      ...(paymentId.trim() && { paymentId: paymentId.trim() }),
    })
  }
  const title = t('connect.title', { name, ota: label })
  if (state.phase === 'running' || state.phase === 'completed') {
    return (
      <Dialog title={title} onClose={onClose}>
        <Stack>
          <Group gap="sm" role="status">
            <Loader size={18} aria-hidden />
            <Title order={3} size="h5">
              {t('connect.running')}
            </Title>
          </Group>
          {details.attempt && <PipelineSteps attempt={details.attempt} />}
          <Text size="sm" c="dimmed">
            {t('connect.runningWhat')}
          </Text>
        </Stack>
      </Dialog>
    )
  }
  if (state.phase === 'failed' && !isCorrecting) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Stack>
          <ReasonNotice
            isNews
            title={t('connect.failed')}
            detail={state.detail}
            nextAction={state.nextAction}
          />
          {details.attempt && <PipelineSteps attempt={details.attempt} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setCorrecting(true)}>
              {t('connect.correct')}
            </Button>
            <Button data-autofocus disabled={progress.hotelId === ''} onClick={connect}>
              {t('connect.again', { ota: label })}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Guide
        propertyId={propertyId}
        ota={label}
        channelManager={channelManagerName}
        progress={progress}
        onProgress={change => setProgress(now => ({ ...now, ...change }))}
        onConnect={connect}
      />
    </Dialog>
  )
}
