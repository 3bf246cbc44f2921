// Loaded before a command's own file, which an older Node cannot even read. Plain JavaScript, for Node 20.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    [
      `This needs Node 24 or newer, and runs on ${process.version} at ${process.execPath}.`,
      '`npm ci` brings one for Linux, Windows (x64) and Macs with Intel; run it without `--omit=optional`.',
      'On other machines, Macs with Apple silicon among them, install it:',
      '  macOS:     brew install node@24, then put its bin folder first on the PATH',
      '  elsewhere: https://nodejs.org/en/download',
    ].join('\n'),
  )
  process.exit(1)
}
