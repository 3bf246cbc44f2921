import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a load of reservations', 'a sweep of a load that died')
