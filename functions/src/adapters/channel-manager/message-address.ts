import { baseUrl } from '../base-url.ts'

/** Whether an address is at the channel manager, or at its stand-in. */
export const isChannelManagers = (address: string, { url }: { url: string }): boolean =>
  URL.canParse(address) && new URL(address).href.startsWith(`${baseUrl(url)}/`)

/** Whether an address, resolved as a browser does, is of an attachment at the channel manager. */
export const isAttachment = (address: string, { url }: { url: string }): boolean =>
  isChannelManagers(address, { url: `${baseUrl(url)}/attachments` })
