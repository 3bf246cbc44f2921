/** In the place of the package `qs` (see vite.config.ts): whoever turns the routing of instantsearch on is told. */
const unused = (): never => {
  throw new Error('instantsearch routes with qs, which is left out of the build.')
}

export default { parse: unused, stringify: unused }
