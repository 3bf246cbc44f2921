import { describe, expect, it } from 'vitest'
import { call } from '../support/stack.ts'

describe('the document of the API', () => {
  it('is served to anybody', async () => {
    const answer = await call('GET', '/api/openapi.json')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      paths: { '/chat/threads/{id}/messages': { post: { operationId: 'createMessage' } } },
    })
  })

  it('is a page that names every operation, runs no script and asks no other host', async () => {
    const [page, { body }] = await Promise.all([call('GET', '/api/docs'), call('GET', '/api/openapi.json')])
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    const operations: { operationId: string }[] = Object.values(body.paths).flatMap(path =>
      Object.values(path as object),
    )
    for (const { operationId } of operations) expect(page.text).toContain(`<h3 id="${operationId}">`)
    expect(page.text).not.toMatch(/<script|style=|(src|href)="(?![/#])/)
    expect(page.text.length).toBeLessThan(300_000)
  })

  it('has its style sheet beside it', async () => {
    const answer = await call('GET', '/api/docs.css')
    expect(answer.headers.get('content-type')).toMatch(/^text\/css/)
    expect(answer.text).toContain('color-scheme: light dark')
  })
})
