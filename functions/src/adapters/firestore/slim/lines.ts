import { AsyncLocalStorage } from 'node:async_hooks'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { type HttpReply, HttpReplyReader } from './http-reply.ts'

/** Of `https://firestore.googleapis.com` or `http://127.0.0.1:8080`, say. */
export interface Server {
  protocol?: string | null | undefined
  hostname?: string | null | undefined
  port?: number | string | null | undefined
}

/** A request, whole, and what is told of its end. */
export interface Exchange {
  request: string
  answered(reply: HttpReply): void
  /** What broke the connection, if anything did, and whether there has ever been one: without, nothing was sent. */
  brokeOff(error: NodeJS.ErrnoException | undefined, wasConnected: boolean): void
}

const mostLines = 128
const keepAliveMs = 30_000
/** What has been idle for longer may be gone without a word. */
const mostIdleMs = 60_000

/** A connection is nobody's, though it is opened for somebody's request. */
const outside = AsyncLocalStorage.snapshot()

interface Opened {
  socket: Socket
  /** What tells that it can carry something. */
  event: 'connect' | 'secureConnect'
}

/** Connections to one server. They are kept; the last one that was used is the first to be used again. */
export class Lines {
  readonly #open: () => Opened
  readonly #idle: { line: Line; since: number }[] = []
  readonly #busy = new Map<Exchange, Line>()
  readonly #waiting = new Set<Exchange>()

  constructor(open: () => Opened) {
    this.#open = open
  }

  begin(exchange: Exchange): void {
    const line = this.#fresh() ?? this.#opened()
    if (!line) return void this.#waiting.add(exchange)
    this.#busy.set(exchange, line)
    line.carry(exchange)
  }

  /** Nobody waits for its answer any more. Where one connection is silent, those that are idle may be dead as well. */
  giveUp(exchange: Exchange): void {
    this.#waiting.delete(exchange)
    const line = this.#busy.get(exchange)
    if (!line) return
    for (const { line: idle } of this.#idle.splice(0)) idle.close()
    line.close()
  }

  #fresh(): Line | undefined {
    const { line, since } = this.#idle.pop() ?? {}
    if (line === undefined || since === undefined) return undefined
    if (performance.now() - since < mostIdleMs) return line
    for (const { line: older } of this.#idle.splice(0)) older.close()
    line.close()
    return undefined
  }

  #opened(): Line | undefined {
    if (this.#busy.size >= mostLines) return undefined
    const owner: Owner = {
      ended: (exchange, line) => {
        this.#busy.delete(exchange)
        if (line) this.#idle.push({ line, since: performance.now() })
        const [next] = this.#waiting
        if (!next) return
        this.#waiting.delete(next)
        this.begin(next)
      },
      closed: line => {
        const position = this.#idle.findIndex(idle => idle.line === line)
        if (position >= 0) this.#idle.splice(position, 1)
      },
    }
    return outside(() => new Line(this.#open(), owner))
  }
}

interface Owner {
  /** With the line where it takes another one. */
  ended(exchange: Exchange, line: Line | undefined): void
  closed(line: Line): void
}

/** One connection, which carries one exchange at a time. */
class Line {
  readonly #socket: Socket
  readonly #owner: Owner
  #wasConnected = false
  #carried: { exchange: Exchange; reader: HttpReplyReader } | undefined

  constructor({ socket, event }: Opened, owner: Owner) {
    this.#socket = socket.setNoDelay(true).setKeepAlive(true, keepAliveMs)
    this.#owner = owner
    let broken: NodeJS.ErrnoException | undefined
    socket
      .once(event, () => {
        this.#wasConnected = true
      })
      .on('data', piece => this.#answer(reader => reader.add(piece)))
      .on('end', () => {
        owner.closed(this)
        this.#answer(reader => reader.end())
      })
      .on('error', error => {
        broken = error
        owner.closed(this)
      })
      .on('close', () => this.#lose(broken))
  }

  carry(exchange: Exchange): void {
    this.#carried = { exchange, reader: new HttpReplyReader() }
    this.#socket.ref()
    this.#socket.write(exchange.request)
  }

  close(error?: Error): void {
    this.#owner.closed(this)
    this.#socket.destroy(error)
  }

  #answer(read: (reader: HttpReplyReader) => HttpReply | undefined): void {
    // What nobody asked for could be taken for the next answer.
    if (!this.#carried) return void this.close()
    const { exchange, reader } = this.#carried
    try {
      const reply = read(reader)
      if (!reply) return
      this.#carried = undefined
      if (reply.staysOpen) this.#socket.unref()
      else this.close()
      exchange.answered(reply)
      this.#owner.ended(exchange, reply.staysOpen ? this : undefined)
    } catch (error) {
      this.close(error instanceof Error ? error : undefined)
    }
  }

  #lose(error: NodeJS.ErrnoException | undefined): void {
    this.#owner.closed(this)
    const exchange = this.#carried?.exchange
    this.#carried = undefined
    if (!exchange) return
    exchange.brokeOff(error, this.#wasConnected)
    this.#owner.ended(exchange, undefined)
  }
}

const known = new Map<string, Lines>()

/** Shared by all databases of the process. */
export function linesTo({ protocol, hostname, port }: Server): Lines {
  const origin = `${protocol}//${hostname}:${port}`
  const lines = known.get(origin) ?? new Lines(opener(protocol === 'https:', hostname ?? '', Number(port)))
  known.set(origin, lines)
  return lines
}

function opener(isSecure: boolean, host: string, port: number): () => Opened {
  if (!isSecure) return () => ({ socket: connect({ host, port: port || 80 }), event: 'connect' })
  // With the last session a connection needs no new agreement on keys.
  let session: Buffer | undefined
  return () => {
    const options = { host, port: port || 443, servername: host, ALPNProtocols: ['http/1.1'], session }
    const socket = connectSecurely(options).on('session', agreed => {
      session = agreed
    })
    return { socket, event: 'secureConnect' }
  }
}
