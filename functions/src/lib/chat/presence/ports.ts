/** `presence/{threadId}`: who of the staff has a thread open, each as they said last. */
export interface Presences {
  /** Merged with what the others said. One commit, no read. */
  savePresence(threadId: string, userId: string, presence: { isWriting: boolean; at: Date }): Promise<void>
}
