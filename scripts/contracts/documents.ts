/** The vendors' API descriptions, by URL and checksum. Each is pinned to a commit, so it never changes. */
export interface ContractDocument {
  /** Its name in the folder. */
  file: string
  /** Below the origin. */
  path: string
  sha256: string
}

export const contractOrigin = 'https://raw.githubusercontent.com'

export const contractDocuments: readonly ContractDocument[] = [
  {
    file: 'twilio_api_v2010.json',
    path: 'twilio/twilio-oai/d50069b44ea8cd23141385bdb6db48f16ff75bb5/spec/json/twilio_api_v2010.json',
    sha256: '99cae87a6bb1725f71363364cbd30282a13140374b2d5f9bdd5bdfa5d4c8a6d7',
  },
  {
    file: 'sendgrid_mail_v3.json',
    path: 'twilio/sendgrid-oai/dbe0e0d2e67a0c3c55b222d54df2acda2b9027a7/spec/json/tsg_mail_v3.json',
    sha256: '4ba24d0feb8a6b347f60528161d1cf0e7591987d2b3a64a6533685dc2b39d19f',
  },
  {
    file: 'algolia_search.yml',
    path: 'algolia/api-clients-automation/d30a53d83efc02188d66af4897ae1bb4c53f2826/specs/bundled/search.yml',
    sha256: '4f17d7d803ec4c9a9ea95e6058fe8043d53969b35a6f87eb8642d026bb04f1f0',
  },
]
