/** Sizes a post may have, and how many there may be; every one is a parameter (`config.ts`). */
export interface ChatLimits {
  /** Characters. */
  messageBody: number
  /** Characters of a chatapp or SMS body. */
  outboundBody: number
  attachments: number
  /** Bytes of `paymentContent` as JSON. */
  paymentContentBytes: number
  participants: number
  /** Posts of one user, and to one thread. */
  userPostsPerMinute: number
  threadPostsPerMinute: number
}

/** `authenticated`: any signed-in user may post. `participants`: strangers are told the thread does not exist. */
export type JoinPolicy = 'authenticated' | 'participants'
