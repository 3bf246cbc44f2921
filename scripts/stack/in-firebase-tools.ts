import childProcess from 'node:child_process'
import http from 'node:http'

// Loaded into firebase-tools.

/** The Firestore emulator's Java stays in the process group of firebase-tools, by which a stack ends it. */
childProcess.spawn = new Proxy(childProcess.spawn, {
  apply: (call, self, given) =>
    Reflect.apply(
      call,
      self,
      given.map(part => (part?.detached ? { ...part, detached: false } : part)),
    ),
})

/**
 * firebase-tools answers a request that is reset with 500, and ends all emulators if the request has an answer already.
 * So it keeps no socket to a function's process, which closes sockets after five idle seconds; and an answer that has
 * begun is not answered again: a function answers a body that is too long, and then resets the request.
 */
http.globalAgent = new http.Agent({ keepAlive: false })

const { writeHead, write } = http.ServerResponse.prototype
http.ServerResponse.prototype.writeHead = new Proxy(writeHead, {
  apply: (call, response, given) => (response.headersSent ? response : Reflect.apply(call, response, given)),
})
http.ServerResponse.prototype.write = new Proxy(write, {
  apply: (call, response, given) => !response.writableEnded && Reflect.apply(call, response, given),
})
