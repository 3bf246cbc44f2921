/** A file at the provider, on its way to us. */
export interface MediaFile {
  /** As the provider tells it. */
  contentType: string
  /** Throws ProviderError when the file breaks off or turns out to be larger than was asked for. */
  bytes: AsyncIterable<Uint8Array>
}

/** A file as a message names it, and the provider's id of that message. */
export interface FileAddress {
  url: string
  providerMessageId: string
}

/** The files of messages at the provider. */
export interface MediaSource {
  /**
   * Undefined when there is no such file, or the address is not that of a file of that message; `too-large`
   * when it has more than that many bytes. Throws ProviderError.
   */
  open(file: FileAddress, maxBytes: number): Promise<MediaFile | 'too-large' | undefined>
}
