// A process runs its setup again for each file of tests, but what it imports only once.
import './in-process.ts'
