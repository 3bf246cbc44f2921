export const appId = 'bench'

export const options = cloud => ({
  ...{ appId, masterKey: 'bench-master-key', cloud },
  databaseURI: `${process.env.DATABASE_URL}?max=10`,
  serverURL: `http://127.0.0.1:${process.env.PORT}/parse`,
  // To standard output, with the line that it writes of each call of a Cloud Function.
  ...{ jsonLogs: true, logsFolder: null, verbose: false },
  // A message keeps the id that its client gave it.
  allowCustomObjectId: true,
  allowClientClassCreation: false,
})
