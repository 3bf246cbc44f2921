/** For what somebody comes for on a page: every run of the tests plays it, the others only `npm run test:all`. */
export const journey = { tags: ['journey'] }
