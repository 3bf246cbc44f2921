// Before anything that reads them.
Object.assign(globalThis, {
  // The page's policy forbids the code that zod would make of text, and browsers report the try. Its `config` is 4 KB more at first.
  __zod_globalConfig: { jitless: true },
  // Else Firebase looks for a configuration in the cookies, for which the page waits.
  __FIREBASE_DEFAULTS__: {},
})
