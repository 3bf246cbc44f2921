import { isChannel } from '@functions/lib/chat/channels/naming.ts'
import { Button, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../api/client.ts'
import { errorText } from '../ui/failure-notice.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { Message } from './message.ts'
import classes from './message-bubble.module.css'

/** What a guest sent lies at the provider and comes through the API; what we sent is a public address. */
export function Attachments({ message }: { message: Message }) {
  const isFromGuest = isChannel(message.source)
  return message.attachments?.map((address, index) =>
    isFromGuest ? (
      <GuestFile key={address} message={message} index={index} />
    ) : (
      <PublicFile key={address} address={address} index={index} />
    ),
  )
}

const pathOf = ({ threadId, messageId }: Message, index: number): string =>
  `/chat/threads/${encodeURIComponent(threadId)}/messages/${encodeURIComponent(messageId)}/attachments/${index}`

function GuestFile({ message, index }: { message: Message; index: number }) {
  const type = message.metadata?.mediaTypes?.[index] ?? ''
  return /^image\/(avif|bmp|gif|jpeg|png|webp)$/.test(type) ? (
    <GuestImage message={message} index={index} />
  ) : (
    <OpenFile message={message} index={index} />
  )
}

function GuestImage({ message, index }: { message: Message; index: number }) {
  const { t } = useTranslation()
  const path = pathOf(message, index)
  const { data, error } = useQuery({
    queryKey: ['attachment', path],
    queryFn: ({ signal }) => download(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(data)
  if (error) return <Text size="xs">{t('thread.attachmentFailed', { detail: errorText(t, error) })}</Text>
  if (!url || !data) return <Text size="xs">{t('app.loading')}</Text>
  const image = <img src={url} alt={t('thread.imageOf', { number: index + 1 })} className={classes.image} />
  if (!mayOpen(data)) return image
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {image}
    </a>
  )
}

/** A page of this origin must never be made of what a guest sent. */
const mayOpen = ({ type }: Blob): boolean =>
  /^(image\/(png|jpeg|gif|webp)|(audio|video)\/[\w.+-]+|application\/pdf)$/.test(type)

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

function OpenFile({ message, index }: { message: Message; index: number }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const file = await download(pathOf(message, index))
      const url = URL.createObjectURL(file)
      const link = document.createElement('a')
      Object.assign(link, { href: url, rel: 'noreferrer' })
      if (mayOpen(file)) link.target = '_blank'
      else link.download = t('thread.attachment', { number: index + 1 })
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      toast(t('thread.attachmentFailed', { detail: errorText(t, error) }), 'failure')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      leftSection={<IconPaperclip size={14} aria-hidden />}
      onClick={() => void open()}
    >
      {t('thread.openAttachment', { number: index + 1 })}
    </Button>
  )
}

function PublicFile({ address, index }: { address: string; index: number }) {
  const { t } = useTranslation()
  const text = t('thread.attachment', { number: index + 1 })
  if (!/^https?:\/\//i.test(address)) return <Text size="xs">{`${text}: ${address}`}</Text>
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes.link}>
      {text}
    </a>
  )
}
