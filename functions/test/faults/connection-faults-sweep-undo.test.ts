import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults('a sweep after a press that died while it undid')
