/** A file being downloaded from the provider. */
export interface MediaFile {
  /** According to the provider. */
  contentType: string
  /** Throws ProviderError if the download breaks off or exceeds the limit. */
  bytes: AsyncIterable<Uint8Array>
}

/** A file's URL as in the message, and the provider's id of the message. */
export interface FileAddress {
  url: string
  providerMessageId: string
}

/** The files of messages at the provider. */
export interface MediaSource {
  /**
   * Undefined if there is no such file, or the URL is not one of that message; `too-large` above that many bytes.
   * Throws ProviderError.
   */
  open(file: FileAddress, maxBytes: number): Promise<MediaFile | 'too-large' | undefined>
}
