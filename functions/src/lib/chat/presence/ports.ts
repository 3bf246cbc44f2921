/**
 * `presence/{threadId}`: who of the staff has a thread open, each as they said last. `writing`: a document for each who
 * writes in a thread, so that one query finds all of them and one who stops hides no other.
 */
export interface Presences {
  /** Merged with what the others said. One commit, no read. */
  savePresence(threadId: string, userId: string, presence: { isWriting: boolean; at: Date }): Promise<void>
}
