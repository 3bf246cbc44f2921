import { type DocumentSnapshot, onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore'
import { context, optionsOf } from './deployment.ts'
import {
  type CreatedFunction,
  createdFunctions,
  createdNames,
  type DocumentFunction,
  type WrittenFunction,
  writtenFunctions,
  writtenNames,
} from './functions.ts'
import { guardServer } from './http/guard.ts'
import type { EventDocument } from './lib/ports.ts'
import { recordOf } from './lib/record-of.ts'
import { logged } from './triggers/logged.ts'

// What the container of a trigger loads in place of all functions (`main.cjs`).

// Their events come from the platform, and may be long; what cannot be read must not be printed.
if (process.env.FUNCTION_TARGET !== undefined) guardServer(context)

const optionsFor = ({ document, retry = false, ...row }: DocumentFunction) => ({
  ...optionsOf(row),
  ...{ document, ...(retry && { retry }) },
})

const told = (document: DocumentSnapshot | undefined): EventDocument | undefined => {
  const fields = document?.data()
  return fields && document?.updateTime && { fields, updateTime: document.updateTime }
}

export const functions = {
  ...recordOf(createdNames, name => {
    const row: CreatedFunction = createdFunctions[name]
    return onDocumentCreated(
      optionsFor(row),
      logged(context, name, ({ params, data }) => row.run(context, params, told(data))),
    )
  }),
  ...recordOf(writtenNames, name => {
    const row: WrittenFunction = writtenFunctions[name]
    return onDocumentWritten(
      optionsFor(row),
      logged(context, name, ({ params, data }) => row.run(context, params, told(data?.after))),
    )
  }),
}
