import { baseUrl } from '../base-url.ts'

export const isChannelManagers = (address: string, { url }: { url: string }): boolean =>
  URL.canParse(address) && new URL(address).href.startsWith(`${baseUrl(url)}/`)

export const isAttachment = (address: string, { url }: { url: string }): boolean =>
  isChannelManagers(address, { url: `${baseUrl(url)}/attachments` })
