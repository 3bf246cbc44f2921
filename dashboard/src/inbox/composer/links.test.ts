import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linksIn } from './links.ts'

const found = (text: string) => linksIn(text).map(({ from, to }) => text.slice(from, to))

it.each([
  ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
  ['(www.example.com)', ['www.example.com']],
  ['Look at casa-alameda.pt/map, and book.travel!', ['casa-alameda.pt/map', 'book.travel']],
  ['HTTP://EXAMPLE.COM und Http://münchen.de', ['HTTP://EXAMPLE.COM', 'Http://münchen.de']],
  ['Write to maria.rossi@example.com', []],
  ['At 10.30, e.g. by the door. Okay.Come in.', []],
  ['€1.250, 3.5 stars, v1.2.3', []],
  ['https:// alone', []],
])('%s', (text, links) => expect(found(text)).toEqual(links))

it('linksIn finds every address, wherever it stands', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.lorem(), fc.lorem(), (url, before, behind) => {
      const bare = url.replace(/[.,;:!?'")\]}]+$/, '')
      expect(found(`${before} ${url} ${behind}`)).toContain(bare)
    }),
  )
})

it('linksIn finds pieces of the text in order, none of them with a space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.webUrl()), (text, urls) => {
      const whole = [text, ...urls].join(' ')
      let end = 0
      for (const { from, to } of linksIn(whole)) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(whole.length)
        expect(whole.slice(from, to)).not.toMatch(/\s/)
        end = to
      }
    }),
  )
})

it('linksIn finds none where there is neither a point nor a colon', () => {
  fc.assert(
    fc.property(
      fc.string().filter(text => !/[.:]/.test(text)),
      text => {
        expect(linksIn(text)).toEqual([])
      },
    ),
  )
})
