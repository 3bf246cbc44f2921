export interface MediaFile {
  contentType: string
  /** Throws ProviderError if the download breaks off or exceeds the limit. */
  bytes: AsyncIterable<Uint8Array>
}

export interface FileAddress {
  url: string
  providerMessageId: string
}

export interface MediaSource {
  /** Undefined for a missing file or a foreign URL. Throws ProviderError. */
  open(file: FileAddress, maxBytes: number): Promise<MediaFile | 'too-large' | undefined>
}
