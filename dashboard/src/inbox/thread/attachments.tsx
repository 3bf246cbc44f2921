import { isChannel } from '@functions/lib/chat/channel-types.ts'
import { Button, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useEffect, useState } from 'react'
import { download } from '../../api/client.ts'
import type { Message } from '../../live/message.ts'
import { errorText } from '../../ui/failure-notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import classes from './message-bubble.module.css'

/**
 * Files of a guest, which lie at the provider, and files uploaded with us come through the API. Our other
 * attachments are public addresses.
 */
export function Attachments({ message }: { message: Message }) {
  const isFromGuest = isChannel(message.source)
  const { threadId, messageId, attachments, files, metadata } = message
  const thread = `/chat/threads/${encodeURIComponent(threadId)}`
  return (
    <>
      {attachments?.map((address, index) => {
        const number = index + 1
        if (!isFromGuest) return <PublicFile key={address} address={address} index={index} />
        const path = `${thread}/messages/${encodeURIComponent(messageId)}/attachments/${index}`
        const words = {
          name: t('thread.attachment', { number }),
          shown: t('thread.imageOf', { number }),
          open: t('thread.openAttachment', { number }),
        }
        return <ApiFile key={address} path={path} type={metadata?.mediaTypes?.[index] ?? ''} words={words} />
      })}
      {files?.map(({ fileId, name, type }) => {
        const words = { name, shown: t('thread.image', { name }), open: t('thread.openFile', { name }) }
        return <ApiFile key={fileId} path={`${thread}/files/${fileId}`} type={type} words={words} />
      })}
    </>
  )
}

interface ApiFileProps {
  path: string
  words: { name: string; shown: string; open: string }
}

const ApiFile = ({ type, ...file }: ApiFileProps & { type: string }) =>
  /^image\/(avif|bmp|gif|jpeg|png|webp)$/.test(type) ? <FileImage {...file} /> : <OpenFile {...file} />

function FileImage({ path, words }: ApiFileProps) {
  const { data, error } = useQuery({
    queryKey: ['attachment', path],
    queryFn: ({ signal }) => download(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(data)
  if (error) return <Text size="xs">{t('thread.attachmentFailed', { detail: errorText(error) })}</Text>
  if (!url || !data) return <Text size="xs">{t('app.loading')}</Text>
  const image = <img src={url} alt={words.shown} className={classes.image} />
  if (!mayOpen(data)) return image
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {image}
    </a>
  )
}

/** A guest's file must never become a page of this origin. */
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

function OpenFile({ path, words }: ApiFileProps) {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const file = await download(path)
      const url = URL.createObjectURL(file)
      const link = document.createElement('a')
      Object.assign(link, { href: url, rel: 'noreferrer' })
      if (mayOpen(file)) link.target = '_blank'
      else link.download = words.name
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      toast(t('thread.attachmentFailed', { detail: errorText(error) }), 'failure')
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
      {words.open}
    </Button>
  )
}

function PublicFile({ address, index }: { address: string; index: number }) {
  const text = t('thread.attachment', { number: index + 1 })
  if (!/^https?:\/\//i.test(address)) return <Text size="xs">{`${text}: ${address}`}</Text>
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes.link}>
      {text}
    </a>
  )
}
