/** index → http, triggers → lib ← adapters ← context ← index (ARCHITECTURE.md). */
const src = '^functions/src'
const pureNodeModules = [
  'zod',
  'libphonenumber-js',
  'munkres',
  'sms-segments-calculator',
  'temporal-polyfill',
  'temporal-spec',
]
const pureBuiltins = ['url', 'util', 'zlib']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lib-imports-only-itself',
      severity: 'error',
      from: { path: `${src}/lib/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^functions/src', pathNot: `${src}/lib/` },
    },
    {
      name: 'lib-uses-only-pure-packages',
      severity: 'error',
      from: { path: `${src}/lib/`, pathNot: '\\.test\\.ts$' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
        pathNot: `node_modules/(${pureNodeModules.join('|')})/`,
      },
    },
    {
      // A digest is pure; nothing else of `crypto` is let in.
      name: 'lib-does-no-io',
      severity: 'error',
      from: { path: `${src}/lib/`, pathNot: ['\\.test\\.ts$', `${src}/lib/digest.ts`] },
      to: { dependencyTypes: ['core'], pathNot: `^(node:)?(${pureBuiltins.join('|')})$` },
    },
    {
      // No container loads what only people start.
      name: 'functions-load-no-ops',
      severity: 'error',
      from: { path: `${src}/`, pathNot: `${src}/lib/(ops|personal-data)/` },
      to: { path: `${src}/lib/(ops|personal-data)/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'doors-import-only-lib',
      severity: 'error',
      from: { path: `${src}/(http|triggers)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${src}/(adapters/|context|config|index)` },
    },
    {
      name: 'http-and-triggers-are-apart',
      severity: 'error',
      from: { path: `${src}/(http|triggers)/` },
      to: { path: `${src}/(http|triggers)/`, pathNot: `${src}/$1/` },
    },
    {
      name: 'adapters-import-only-lib',
      severity: 'error',
      from: { path: `${src}/adapters/` },
      to: { path: `${src}/(http/|triggers/|context|config|index)` },
    },
    {
      // Every cold start loads it.
      name: 'config-imports-only-types',
      severity: 'error',
      from: { path: `${src}/config` },
      to: { path: '^functions/src', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-are-apart',
      severity: 'error',
      from: { path: `${src}/adapters/([^/]+)/` },
      to: { path: `${src}/adapters/[^/]+/`, pathNot: `${src}/adapters/$1/` },
    },
    {
      name: 'nothing-imports-the-entry',
      severity: 'error',
      from: { path: `${src}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${src}/index\\.ts$` },
    },
    {
      name: 'sdks-stay-in-their-adapter',
      severity: 'error',
      from: { path: `${src}/`, pathNot: `${src}/adapters/` },
      to: { path: 'node_modules/(twilio|@sendgrid|algoliasearch|node-fetch|firebase-admin)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}
