import { once } from 'node:events'
import http2 from 'node:http2'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Disturbance, restCalls } from './rest-calls.ts'

export interface RpcCounter {
  /** `host:port`, for FIRESTORE_EMULATOR_HOST. */
  host: string
  /** The methods called since the last reset, in order: `['BatchGetDocuments', 'Commit']`. */
  calls(): string[]
  reset(): void
  /** The next call of the method is answered with that code, and not processed. */
  refuseNext(method: string, code: number, message?: string): void
  /** The next call of the method is processed, but answered with that code. */
  loseReplyOf(method: string, code: number): void
  /** The next call, of whichever method, is processed, but answered with that code. */
  loseNext(code: number): void
  /** The next call's stream breaks before it is processed. */
  resetNext(): void
  /** The next call is processed, but its answer cannot be read. */
  garbleNext(): void
  /** The next call is passed on that much later, in milliseconds. */
  delayNext(milliseconds: number): void
  close(): Promise<void>
}

/** For disturbances that say nothing. */
const any = { method: '*', code: 0, message: '' }

type Stream = http2.ServerHttp2Stream

const methodOf = (headers: http2.IncomingHttpHeaders): string => headers[':path']?.split('/').at(-1) ?? ''

/** An answer that is nothing but a gRPC status. */
function answer(stream: Stream, code: number, message: string): void {
  if (stream.destroyed) return
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': code, 'grpc-message': message },
    { endStream: true },
  )
}

/** Headers, body and trailers of the answer, as they come. */
function passAnswer(from: http2.ClientHttp2Stream, to: Stream): void {
  let trailers: http2.IncomingHttpHeaders = {}
  from.on('trailers', received => {
    trailers = received
  })
  from.on('response', (headers, flags) => {
    if (to.destroyed) return
    // A refusal has no body: its status stands in the headers, and nothing follows.
    if (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) return to.respond(headers, { endStream: true })
    to.respond(headers, { waitForTrailers: true })
    to.on('wantTrailers', () => to.sendTrailers(trailers))
    from.pipe(to)
  })
}

/** Consumes an answer that nobody is to see, and then says something else. */
function loseAnswer(from: http2.ClientHttp2Stream, to: Stream, { code, message }: Disturbance): void {
  from.resume()
  from.on('end', () => answer(to, code, message))
}

/** Consumes an answer, and says something in its place that is no message of the protocol. */
function garbleAnswer(from: http2.ClientHttp2Stream, to: Stream): void {
  from.resume()
  from.on('end', () => {
    if (to.destroyed) return
    to.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    to.on('wantTrailers', () => to.sendTrailers({ 'grpc-status': '0' }))
    to.end(Buffer.from([0, 0, 0, 0, 4, 255, 255, 255, 255]))
  })
}

/** gRPC begins with `PRI`, REST with `POST`. */
const isGrpc = (begin: Buffer): boolean => begin.subarray(0, 3).toString() === 'PRI'

/**
 * Stands in front of a Firestore emulator: passes every call on, over gRPC or REST, counts them, and disturbs those it is
 * told to.
 */
export async function startRpcCounter(emulatorHost: string): Promise<RpcCounter> {
  const upstream = http2.connect(`http://${emulatorHost}`)
  upstream.on('error', () => {})
  const sessions = new Set<http2.ServerHttp2Session>()
  let counted: string[] = []
  let disturbances: Disturbance[] = []

  const take = (method: string): Disturbance | undefined => {
    const found = disturbances.find(one => one.method === method || one.method === '*')
    disturbances = disturbances.filter(one => one !== found)
    return found
  }

  const called = (method: string) => {
    counted.push(method)
    return take(method)
  }

  const grpc = http2.createServer()
  grpc.on('session', session => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  grpc.on('stream', (stream, headers) => {
    const disturbance = called(methodOf(headers))
    stream.on('error', () => {})
    if (disturbance?.way === 'refuse') {
      stream.resume()
      return answer(stream, disturbance.code, disturbance.message)
    }
    if (disturbance?.way === 'reset') return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR)
    if (disturbance?.way === 'delay') return void setTimeout(() => pass(stream, headers), disturbance.delayMs)
    pass(stream, headers, disturbance)
  })
  const pass = (stream: Stream, headers: http2.IncomingHttpHeaders, disturbance?: Disturbance) => {
    if (stream.destroyed) return
    const request = upstream.request({ ...headers, ':authority': emulatorHost })
    request.on('error', () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR))
    stream.on('close', () => request.close())
    stream.pipe(request)
    if (disturbance?.way === 'garble') garbleAnswer(request, stream)
    else if (disturbance) loseAnswer(request, stream, disturbance)
    else passAnswer(request, stream)
  }
  const rest = restCalls(emulatorHost, called)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', begin => {
      socket.pause()
      socket.unshift(begin)
      const side = isGrpc(begin) ? grpc : rest
      side.emit('connection', socket)
      if (side === rest) socket.resume()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  const disturb = (disturbance: Disturbance) => void disturbances.push(disturbance)
  return {
    host: `127.0.0.1:${port}`,
    calls: () => [...counted],
    reset: () => {
      counted = []
      disturbances = []
    },
    refuseNext: (method, code, message = 'refused by the test') =>
      disturb({ method, code, message, way: 'refuse' }),
    loseReplyOf: (method, code) => disturb({ method, code, message: 'answer lost', way: 'lose' }),
    loseNext: code => disturb({ method: '*', code, message: 'answer lost', way: 'lose' }),
    resetNext: () => disturb({ ...any, way: 'reset' }),
    garbleNext: () => disturb({ ...any, way: 'garble' }),
    delayNext: delayMs => disturb({ ...any, way: 'delay', delayMs }),
    close: async () => {
      for (const session of sessions) session.destroy()
      for (const socket of sockets) socket.destroy()
      rest.emit('close')
      upstream.destroy()
      server.close()
    },
  }
}
