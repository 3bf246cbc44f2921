/** A request that is answered with a status and a code, in the words that the project has for them. */
export class Refused extends Error {
  constructor(status, code) {
    super(code)
    this.status = status
    this.code = code
  }
}
