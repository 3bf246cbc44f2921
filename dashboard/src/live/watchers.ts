/**
 * What listens in Firestore, loaded after the SDK and not with it: each is evaluated in a task of its own, so that the
 * page answers between them.
 */
export const watchers = {
  messages: () => afterFirestore(() => import('./watch-messages.ts')),
  presence: () => afterFirestore(() => import('./watch-presence.ts')),
  threads: () => afterFirestore(() => import('./watch-threads.ts')),
  writing: () => afterFirestore(() => import('./watch-writing.ts')),
}

async function afterFirestore<Watcher>(load: () => Promise<Watcher>): Promise<Watcher> {
  await import('./firestore.ts')
  return load()
}
