import { Anchor, type AnchorProps } from '@mantine/core'

/** Only addresses of the web are made links: what others entered may be anything. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

export function WebAddress({ url, ...others }: AnchorProps & { url: string }) {
  if (!isWebAddress(url)) return url
  return (
    <Anchor {...others} href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Anchor>
  )
}
