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
  /** What broke the connection, if anything did. */
  brokeOff(error: NodeJS.ErrnoException | undefined): void
}

const mostLines = 128
const keepAliveMs = 30_000

/** Connections to one server. They are kept; the last one that was used is the first to be used again. */
export class Lines {
  readonly #open: () => Socket
  readonly #idle: Line[] = []
  readonly #busy = new Map<Exchange, Line>()
  readonly #waiting = new Set<Exchange>()

  constructor(open: () => Socket) {
    this.#open = open
  }

  begin(exchange: Exchange): void {
    const line = this.#idle.pop() ?? this.#opened()
    if (!line) return void this.#waiting.add(exchange)
    this.#busy.set(exchange, line)
    line.carry(exchange)
  }

  /** Nobody waits for its answer any more. */
  giveUp(exchange: Exchange): void {
    this.#waiting.delete(exchange)
    this.#busy.get(exchange)?.close()
  }

  #opened(): Line | undefined {
    if (this.#busy.size >= mostLines) return undefined
    return new Line(this.#open(), {
      ended: (exchange, line) => {
        this.#busy.delete(exchange)
        if (line) this.#idle.push(line)
        const [next] = this.#waiting
        if (!next) return
        this.#waiting.delete(next)
        this.begin(next)
      },
      closed: line => {
        const position = this.#idle.indexOf(line)
        if (position >= 0) this.#idle.splice(position, 1)
      },
    })
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
  #carried: { exchange: Exchange; reader: HttpReplyReader } | undefined

  constructor(socket: Socket, owner: Owner) {
    this.#socket = socket.setNoDelay(true).setKeepAlive(true, keepAliveMs)
    this.#owner = owner
    let broken: NodeJS.ErrnoException | undefined
    socket
      .on('data', piece => this.#answer(reader => reader.add(piece)))
      .on('end', () => {
        owner.closed(this)
        this.#answer(reader => reader.end())
      })
      .on('error', error => {
        broken = error
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
      this.#owner.ended(exchange, reply.staysOpen ? this : undefined)
      exchange.answered(reply)
    } catch (error) {
      this.close(error instanceof Error ? error : undefined)
    }
  }

  #lose(error: NodeJS.ErrnoException | undefined): void {
    this.#owner.closed(this)
    const exchange = this.#carried?.exchange
    this.#carried = undefined
    if (!exchange) return
    this.#owner.ended(exchange, undefined)
    exchange.brokeOff(error)
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

function opener(isSecure: boolean, host: string, port: number): () => Socket {
  if (!isSecure) return () => connect({ host, port: port || 80 })
  // With the last session a connection needs no new agreement on keys.
  let session: Buffer | undefined
  return () =>
    connectSecurely({ host, port: port || 443, servername: host, ALPNProtocols: ['http/1.1'], session }).on(
      'session',
      agreed => {
        session = agreed
      },
    )
}
