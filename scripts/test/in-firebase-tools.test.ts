import { execa } from 'execa'
import { expect, it } from 'vitest'

const loaded = new URL('../stack/in-firebase-tools.ts', import.meta.url).href

/** Answers twice, as firebase-tools does when a function answers a request and then resets it. */
const program = `
  import http from 'node:http'
  const server = http.createServer((request, response) => {
    response.writeHead(413).end('too long')
    setTimeout(() => {
      response.writeHead(500)
      response.write('reset')
      response.end()
    }, 50)
  })
  server.listen(0, '127.0.0.1', async () => {
    const ask = async () => {
      const answer = await fetch('http://127.0.0.1:' + server.address().port)
      return answer.status + ' ' + (await answer.text())
    }
    const first = await ask()
    await new Promise(resolve => setTimeout(resolve, 150))
    console.log(first + ', ' + (await ask()))
    process.exit()
  })`

const run = (...given: string[]) =>
  execa(process.execPath, [...given, '--input-type=module', '-e', program], { reject: false })

it('a second answer to a request is dropped, and does not end the process', async () => {
  expect((await run('--import', loaded)).stdout).toBe('413 too long, 413 too long')
  expect((await run()).exitCode).not.toBe(0)
})
