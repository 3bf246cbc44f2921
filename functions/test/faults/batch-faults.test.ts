import { type BatchScenario, batches } from './batch-case.ts'
import { surviveFaults } from './survive-faults.ts'

const scenarios: Record<string, BatchScenario> = {
  'a run that tests two pairs': { isChosen: false },
  'a run that connects two pairs': { isChosen: true },
  'a run after one that died when it had created': {
    isChosen: true,
    diedAfter: 'channelManager.createChannel',
  },
}

surviveFaults('connecting', batches, scenarios, Object.keys(scenarios))
