/** An environment variable that the project reads. */
interface EnvironmentVariable {
  /** What holds where it is not set. */
  usual?: string;
  says: string;
}

/** Variables that a person may set before a command, by the name. */
const byPeople = {
  PORT: { usual: '3000', says: 'Port of `npm start` and `npm run dev`; 0 takes a free one.' },
  SCHOOL_DATA: { usual: '.local/', says: 'Folder of the local school’s data; `:memory:` keeps nothing.' },
  DYNAMODB_EMULATOR: { usual: 'dynoxide, where it has a build', says: '`dynalite` takes the slower emulator.' },
  LOG_LEVEL: {
    usual: 'info; warn on one machine',
    says: 'What functions write: `debug`, `info`, `warn` or `error`. With `info` each call is a line.',
  },
  SHOW_BROWSER: { says: '`1` shows the browser of a test, and slows it down.' },
  CHROME_PATH: { usual: 'the first of Chromium and Chrome', says: 'The browser of browser tests and pictures.' },
  SCREEN_TIME: { says: 'Prints how the time on the screen of moving in is made up, in its browser test.' },
  SEEN: { says: 'Folder in which browser tests keep a picture of every look.' },
  SCREENSHOTS: { says: 'Folder in which some browser tests keep a picture of each step.' },
  GOLDEN: { says: '`write` replaces the pictures that printed pages are compared with.' },
  TESTS: { says: '`quick` leaves out slow tests and all bundles but one; `npm test` sets it.' },
  EXTENT: { says: '`whole` takes samples of the tests whole, as the nightly run does.' },
  BUILT_FUNCTIONS: { says: 'Folder of built functions that integration tests run in place of the sources.' },
  ACTS_SEED: { usual: '31', says: 'Seed of the random acts on class entries and rosters.' },
  ORACLE_SEED: {
    usual: 'another each night',
    says: 'Seed of the hands that type (`tests/nightly/oracle/`); repeats a night.',
  },
  ORACLE_RUNS: { usual: '8 by day', says: 'How many runs the hands have.' },
  ORACLE_STROKES: { usual: '50; 75 by day', says: 'About how many keys the hands press in a run.' },
  ORACLE_ATTEMPTS: { usual: '5', says: 'How often a failed run is tried with less of its script; 0 spares it.' },
  ORACLE_PICTURES: { says: 'Folder for pictures of screens at which the hands could not go on.' },
  FORMROOM_SHARED_DATA: {
    usual: 'one beside the checkout',
    says: 'Folder of real marks, which a test reads where it is there.',
  },
  FORMROOM_CONTRACT_AWS: {
    says: '`1` asks AWS instead of the stand-ins ([contributing](contributing.md#the-stand-ins-against-aws)).',
  },
  FORMROOM_CONTRACT_STATES_ROLE: { says: 'Role of the state machines that those tests make on AWS.' },
  FORMROOM_CONTRACT_KMS_KEY: { says: 'ARN of a key with which those tests sign; without it KMS is left out.' },
  FORMROOM_CONTRACT_SES_FROM: { says: 'A verified address from which those tests send; without it SES is left out.' },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Variables that the stacks, the local start or a test give to functions. */
const byStacks = {
  ORIGIN: { says: 'Address of the site; one with https makes cookies with `__Host-`.' },
  SITE_ADDRESS: { says: 'Address of a school on one machine, once its gateway listens.' },
  ADDRESS: { says: 'Address that the canary calls.' },
  SCHOOL: { says: 'Id of the school, in each line of the log and in counts of activity.' },
  SCHOOL_FILE: { says: 'Path of the school file.' },
  TABLE_NAME: { says: 'Table of records.' },
  TRAIL_TABLE_NAME: { says: 'Table of what is written once.' },
  LOCAL_AWS_REGION: { usual: 'eu-west-1', says: 'AWS region of which the services on this machine say they are.' },
  KEYS_TABLE_NAME: { says: 'Table of secret keys, where a function may reach it.' },
  CARD_KEY: { says: 'ARN of the key in KMS that signs report cards, where the school file names one.' },
  FILES_BUCKET: { says: 'Bucket of uploaded files.' },
  DOCUMENTS_BUCKET: { says: 'Bucket of what the school makes.' },
  USER_POOL_ID: { says: 'User pool of Cognito.' },
  USER_POOL_CLIENT_ID: { says: 'Client of the user pool.' },
  JOB_MACHINES: { says: 'Beginning of the names of the job’s state machines.' },
  MAIL_CONFIGURATION_SET: { says: 'Configuration set of SES.' },
  CALL_PACE: { usual: 'whole', says: '`off` or `tenth` of the rate limits, for tests and measurements.' },
  CHECK_OUTPUT: { says: '`1` holds each answer to its schema; in tests.' },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Variables of Node, AWS, GitHub and the shell. */
const byMachine = {
  AWS_REGION: { says: 'Region of a command that works on AWS.' },
  AWS_ACCESS_KEY_ID: { says: 'Key of a stand-in, or of AWS’s own tools.' },
  AWS_SECRET_ACCESS_KEY: { says: 'The same.' },
  AWS_ENDPOINT_URL_DYNAMODB: { says: 'Address of a stand-in.' },
  AWS_ENDPOINT_URL_KMS: { says: 'The same.' },
  AWS_ENDPOINT_URL_S3: { says: 'The same.' },
  AWS_ENDPOINT_URL_SFN: { says: 'The same.' },
  AWS_LAMBDA_FUNCTION_NAME: { says: 'Name of the function, in its log.' },
  GITHUB_API_URL: { says: 'With the three below: what the release asks GitHub.' },
  GITHUB_REPOSITORY: { says: 'Its repository.' },
  GITHUB_RUN_ID: { says: 'Its run.' },
  GITHUB_TOKEN: { says: 'Its token.' },
  CI: { says: 'Tests run once more what was late.' },
  PATH: { says: 'Where programs are looked for.' },
  GOGC: { usual: '400', says: 'How often esbuild collects its garbage.' },
  NODE_ENV: { says: '`production` for every build of the site.' },
  NODE_OPTIONS: { says: 'Options of Node for the commands that a test starts.' },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

/** Every environment variable that the sources read, by the one that sets it. */
export const environmentVariables = { byPeople, byStacks, byMachine };

const rows = (variables: Readonly<Record<string, EnvironmentVariable>>) => [
  '| Variable | Where it is not set | What it does |',
  '|---|---|---|',
  ...Object.entries(variables).map(([name, { usual = '', says }]) => `| \`${name}\` | ${usual} | ${says} |`),
];

/** The page `docs/environment.md`. */
export function environmentPage(): string {
  return [
    '# Environment variables',
    '',
    'Made by `npm run pages` of `tools/pages/environment.ts`. A test holds the list to what the sources read.',
    '',
    '## Set by people',
    '',
    ...rows(byPeople),
    '',
    '## Given to functions',
    '',
    'By the stacks, by the local start, or by a test. Nobody sets them by hand.',
    '',
    ...rows(byStacks),
    '',
    '## Of the machine',
    '',
    ...rows(byMachine),
    '',
  ].join('\n');
}
