/**
 * Tags a browser test of a page's main use: `npm test` plays only tests with this tag; `test:all` and `test:browser`
 * play all.
 */
export const journey = { tags: ['journey'] }
