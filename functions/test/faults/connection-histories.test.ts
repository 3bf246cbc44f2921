import { connectionHistories, playConnectionHistory } from './connection-histories.ts'
import { surviveHistories } from './survive-histories.ts'

surviveHistories('histories of connecting', connectionHistories, playConnectionHistory, 30)
