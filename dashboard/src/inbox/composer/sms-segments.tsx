import type { Segments } from '@functions/lib/chat/channels/segments.ts'
import { t } from 'i18next'
import { useEffect, useState } from 'react'

/** Segments are counted as the API counts them, also without a connection. */
export function SmsSegments({ text }: { text: string }) {
  const [segments, setSegments] = useState<Segments>()
  useEffect(() => {
    let isOver = false
    void import('@functions/lib/chat/channels/segments.ts').then(({ segmentsOf }) => {
      if (!isOver) setSegments(segmentsOf(text))
    })
    return () => {
      isOver = true
    }
  }, [text])
  if (!segments) return null
  const { count, characters, encoding } = segments
  return (
    <span data-testid="segments">
      {t('composer.segments', { count })} ({t('composer.encoding', { characters, encoding })})
    </span>
  )
}
