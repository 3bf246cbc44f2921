import { channelScenarios } from './channel-scenarios.ts'
import { connecting } from './connection-case.ts'
import { surviveFaults } from './survive-faults.ts'

surviveFaults('connecting', connecting, channelScenarios, [
  'a sweep of a disconnecting that died',
  'a sweep of a reviewed mapping whose writing died',
  'a sweep of a load that died',
  'a load of reservations',
  'bookings that a webhook told of',
  'a watch that finds a channel off',
])
