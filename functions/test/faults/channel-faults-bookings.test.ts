import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('bookings that a webhook told of')
