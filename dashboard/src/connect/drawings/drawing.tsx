import { t } from 'i18next'
import { useId } from 'react'
import classes from './drawing.module.css'

/** By OTA and step of its guide. */
const pictures = import.meta.glob<string>('./*/*.svg', { query: '?raw', import: 'default', eager: true })

export const drawingOf = (ota: string, step: string): string | undefined => pictures[`./${ota}/${step}.svg`]

interface DrawingProps {
  ota: string
  step: string
  picture: string
  channelManager: string
}

type Words = Readonly<Record<string, string>>

/** A page in a browser, in the colours of the theme. `{…}` in the picture names a word of the catalogue. */
export function Drawing({ ota, step, picture, channelManager }: DrawingProps) {
  const headings: Readonly<Record<string, Readonly<Record<string, Words>>>> = t('drawing', {
    returnObjects: true,
    channelManager,
  })
  const words: Words = {
    ...t('drawingWords', { returnObjects: true }),
    ...headings[ota]?.[step],
    channelManager,
    uid: useId(),
  }
  const __html = picture.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(words[name] ?? ''))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an asset and texts of our own
  return <div className={classes.drawing} dangerouslySetInnerHTML={{ __html }} />
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, one => `&#${one.charCodeAt(0)};`)
