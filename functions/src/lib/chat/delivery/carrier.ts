import type { MediaSource } from '../media-source.ts'
import type { Messenger } from './provider.ts'

export interface Carrier {
  messenger: Messenger
  media: MediaSource
  isCarriers(url: string): boolean
}
