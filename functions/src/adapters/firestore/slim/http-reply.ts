/** A reply of HTTP/1.1. */
export interface HttpReply {
  status: number
  text: string
  /** Whether its connection takes another request. */
  staysOpen: boolean
}

/** What comes is no reply of HTTP/1.1. */
export class NoHttpReply extends Error {
  override readonly name = 'NoHttpReply'
}

interface Head {
  status: number
  staysOpen: boolean
  /** `chunked`: in parts that say their length; `open`: up to the end of the connection. */
  length: number | 'chunked' | 'open'
}

const endOfHead = '\r\n\r\n'
const longestHead = 65_536

/** Reads one reply as it comes in pieces. */
export class HttpReplyReader {
  #head: Head | undefined
  #pieces: Buffer[] = []
  #seen = 0

  /** The reply as soon as all of it is there. */
  add(piece: Buffer): HttpReply | undefined {
    this.#pieces.push(piece)
    this.#seen += piece.length
    this.#head ??= this.#takeHead()
    if (!this.#head || this.#head.length === 'open') return undefined
    if (this.#head.length === 'chunked') return this.#endsWith(endOfHead) ? this.#unchunked() : undefined
    if (this.#seen > this.#head.length) throw new NoHttpReply('the reply is longer than it says')
    return this.#seen === this.#head.length ? this.#reply(this.#all()) : undefined
  }

  /** The connection has ended: the reply where that is how it ends. */
  end(): HttpReply | undefined {
    return this.#head?.length === 'open' ? this.#reply(this.#all()) : undefined
  }

  /** What stands before the body, without replies that only tell of one to come. */
  #takeHead(): Head | undefined {
    const bytes = this.#all()
    const end = bytes.indexOf(endOfHead)
    if (end < 0 && bytes.length > longestHead) throw new NoHttpReply('the head has no end')
    if (end < 0) return undefined
    const rest = bytes.subarray(end + endOfHead.length)
    this.#pieces = [rest]
    this.#seen = rest.length
    const head = headIn(bytes.toString('latin1', 0, end))
    return head.status < 200 ? this.#takeHead() : head
  }

  #all(): Buffer {
    const [first, ...more] = this.#pieces
    if (first && more.length === 0) return first
    const all = Buffer.concat(this.#pieces)
    this.#pieces = [all]
    return all
  }

  #endsWith(text: string): boolean {
    const last = this.#pieces.at(-1)
    const end = last && last.length >= text.length ? last : this.#all()
    return end.toString('latin1', Math.max(0, end.length - text.length)) === text
  }

  #unchunked(): HttpReply | undefined {
    const body = unchunked(this.#all())
    return body && this.#reply(body)
  }

  #reply(body: Buffer): HttpReply {
    const { status = 0, staysOpen = false } = this.#head ?? {}
    return { status, staysOpen, text: body.toString() }
  }
}

function headIn(text: string): Head {
  const [, minor, status] = /^HTTP\/1\.([01]) (\d{3})(?: |\r|$)/.exec(text) ?? []
  if (status === undefined) throw new NoHttpReply('the reply does not begin as one')
  const hasNoBody = status === '204' || status === '304'
  const length = hasNoBody ? 0 : lengthIn(text)
  const mayStay = minor === '1' && !/^close\b/i.test(headerIn(text, 'connection') ?? '')
  return { status: Number(status), length, staysOpen: mayStay && length !== 'open' }
}

function lengthIn(head: string): Head['length'] {
  const encoding = headerIn(head, 'transfer-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw new NoHttpReply('the reply is packed')
  if (encoding !== undefined) return 'chunked'
  const length = headerIn(head, 'content-length')
  if (length === undefined) return 'open'
  if (!/^\d+$/.test(length)) throw new NoHttpReply('the length of the reply is no number')
  return Number(length)
}

const headers = {
  connection: /\r\nconnection:[ \t]*([^\r]*)/i,
  'content-length': /\r\ncontent-length:[ \t]*([^\r]*)/i,
  'transfer-encoding': /\r\ntransfer-encoding:[ \t]*([^\r]*)/i,
}

const headerIn = (head: string, name: keyof typeof headers): string | undefined =>
  headers[name].exec(head)?.[1]?.trimEnd()

/** What the parts hold; undefined where the last one, which is empty, is not yet there. */
function unchunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const [, hex] = /^([0-9a-f]+)(?:[ \t;]|$)/i.exec(bytes.toString('latin1', at, lineEnd)) ?? []
    if (hex === undefined) throw new NoHttpReply('a part of the reply has no length')
    const size = Number.parseInt(hex, 16)
    if (size === 0) {
      const end = bytes.indexOf(endOfHead, lineEnd) + endOfHead.length
      if (end !== bytes.length) throw new NoHttpReply('something comes after the reply')
      return Buffer.concat(parts)
    }
    const start = lineEnd + 2
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
  return undefined
}
