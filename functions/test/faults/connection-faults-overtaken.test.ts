import { surviveSomeFaults } from './survive-connection-faults.ts'

surviveSomeFaults(
  'a press for another hotel after one that died',
  'a connect that others overtake with other terms',
  'an undo that somebody outruns who connects',
)
