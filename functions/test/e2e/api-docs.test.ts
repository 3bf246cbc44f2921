import { describe, expect, it } from 'vitest'
import { call, fromStack } from '../support/stack.ts'

describe('the document of the API', () => {
  it('has a page whose policy allows no inline script and no other host', async () => {
    const page = await call('GET', '/api/docs')
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(page.text).not.toMatch(/<script>|<style|style=|(src|href)="(?!\/|data:,")/)
    expect(page.text.length).toBeLessThan(2000)
  })

  it('has the scripts and styles of its page on the same origin', async () => {
    const { text } = await call('GET', '/api/docs')
    const addresses = [...text.matchAll(/(?:src|href)="(\/docs-assets\/[^"]+)"/g)].map(([, found]) => found)
    expect(addresses).toHaveLength(3)
    for (const address of addresses) {
      const answer = await fetch(fromStack('API_URL') + address)
      expect(answer.headers.get('content-type'), address).toMatch(/javascript|css/)
      expect(await answer.text(), address).not.toContain('cdn.redoc.ly')
    }
  })
})
