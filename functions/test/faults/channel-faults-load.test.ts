import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a load of reservations')
