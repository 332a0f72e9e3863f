const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * The import rules of docs/architecture.md, one rule a sentence.
 *
 * What the domains of functions/ keep, from the bottom up: the records of one, and the one way to write them, import the
 * platform and what is in a line above in this list, and nothing else of functions/ (ADR 0042). All the rest of functions/ are
 * calls of screens: they import the platform, records of any domain, and what is in their own domain. The one call that
 * undoes imports from each what undoing its acts means.
 */
const records = [
  'school/records',
  'sessions',
  'subjects/records',
  'people/records',
  'marks/records',
  'students/records',
  'attendance/records',
  'term-reports/report-cards',
  'options/families/records',
];

const domains = [
  'accounts',
  'attendance',
  'marks',
  'people',
  'reports',
  'school',
  'sessions',
  'students',
  'subjects',
  'term-reports',
  'undo',
];

/** The options by the folders of each tree, and what one may use of another: those that its registration names in `needs`. */
const optionNeeds = {
  district: [],
  families: ['signed-cards'],
  'move-in': [],
  oneroster: ['move-in'],
  'scan-stations': [],
  'sign-off': [],
  'signed-cards': [],
  transcripts: ['signed-cards'],
  'truth-check': [],
};

/** Modules of the core beside records that an option goes on from: what signs staff in signs students in, too, a note that is accepted is a notice, ranks are checked on the sheet that has them, attendance is counted as its reports count, who may open a class's reports may have its pronouns, and what a file brings is stored by the acts of the screens, and a class council lists and decides as the core does. */
const optionDoors = {
  district: ['^functions/attendance/reports/summary\\.ts$'],
  families: [
    '^functions/attendance/(register/(class-access|students-of-class-on-day)|student-days/write-absence-notice)\\.ts$',
    '^functions/accounts/auth/(change-own-password|session-cookies)\\.ts$',
    '^functions/accounts/auth/sign-in/(attempt-counters|challenge|device-cookies|sign-in|sign-in-attempts|sign-in-pace)\\.ts$',
  ],
  'move-in': [
    '^functions/accounts/(free-user-name|teachers/teacher-(rules|store))\\.ts$',
    '^functions/subjects/assignment/(assigning/write-assigning|batch/(assign-batch|judge-students)|subject-uses|undo)\\.ts$',
    '^functions/students/spreadsheets/(class-list-days|read-class-list|upload-acts|upload/[a-z-]+|jobs/(undo-upload|upload-students)-worker)\\.ts$',
  ],
  'sign-off': [
    '^functions/school/promotion/(decide-students|plan-store|promotion-facts)\\.ts$',
    '^functions/term-reports/listed-students\\.ts$',
  ],
  'truth-check': [
    '^functions/term-reports/documents/(class-marks|rank-sheet)\\.ts$',
    '^functions/term-reports/report-access\\.ts$',
    '^functions/attendance/reports/figures\\.ts$',
  ],
};

/** In a build of the core alone: imports of `#options/…` are resolved by the conditions that Node was started with. */
const isCoreOnly = require.resolve('#options/shared').endsWith('no-options.ts');

/** The order of records, and of calls above them, as rules. */
function domainRules() {
  const anyRecords = `functions/(${records.join('|')})(/|$)`;
  for (const folder of isCoreOnly ? [] : records)
    if (!existsSync(join(__dirname, 'functions', folder))) throw new Error(`There is no functions/${folder}.`);
  sameMembers('functions', [...domains, ...(isCoreOnly ? [] : ['options']), 'no-options.ts', 'platform']);
  return [
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^functions/platform/' },
      to: { path: '^functions/', pathNot: '^functions/platform/' },
    },
    ...records.map((folder, index) => ({
      name: `records-in-order-${folder.replaceAll('/', '-')}`,
      comment: `${folder} may import the platform and ${records.slice(0, index).join(', ') || 'no records'}`,
      severity: 'error',
      from: { path: `^functions/${folder}/` },
      to: { path: '^functions/', pathNot: `^functions/(${['platform', ...records.slice(0, index + 1)].join('|')})/` },
    })),
    {
      name: 'calls-know-records-and-their-own-domain',
      severity: 'error',
      from: { path: '^functions/([^/]+)/', pathNot: `^functions/(platform|options|undo)/|^${anyRecords}` },
      to: {
        path: '^functions/',
        pathNot: `^functions/((platform|$1)/|(no-options|options/[^/]+)\\.ts$)|^${anyRecords}`,
      },
    },
    {
      name: 'undo-knows-what-undoing-means',
      severity: 'error',
      from: { path: '^functions/undo/' },
      to: {
        path: '^functions/',
        pathNot: [
          '^functions/(platform|undo)/',
          '^functions/(no-options|options/[^/]+)\\.ts$',
          '/(undo|undo-[a-z-]+|[a-z]+-acts)\\.ts$',
          `^${anyRecords}`,
        ],
      },
    },
    ...Object.entries(optionNeeds).map(([name, needs]) => ({
      name: `calls-of-options-know-records-and-their-doors-${name}`,
      severity: 'error',
      from: { path: `^functions/options/${name}/`, pathNot: `^${anyRecords}` },
      to: {
        path: '^functions/',
        pathNot: [
          `^functions/(platform/|options/([^/]+\\.ts$|(${[name, ...needs].join('|')})/))|^${anyRecords}`,
          ...(optionDoors[name] ?? []),
        ],
      },
    })),
  ];
}

/** The same for what is in functions/platform/. */
const platform = [
  ['canonical-text.ts', 'correlation.ts', 'errors.ts', 'in-parallel.ts', 'reading-thread.ts'],
  ['activity.ts', 'log.ts'],
  ['heavy-act.ts'],
  ['identity', 'mail', 'pdf', 'table', 'xlsx'],
  ['files', 'jobs'],
  ['requests'],
  ['undo'],
];

/** @throws where a folder has other members than those that have a place here */
function sameMembers(folder, members) {
  const found = readdirSync(join(__dirname, folder)).filter((name) => !name.startsWith('.'));
  const missing = found.filter((name) => !members.includes(name));
  const gone = members.filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`${missing} of ${folder} has no place in .dependency-cruiser.cjs.`);
  if (gone.length > 0) throw new Error(`.dependency-cruiser.cjs has ${gone}, which is not in ${folder}.`);
}

/** A rule for each line of an order. */
function inOrder(folder, order) {
  sameMembers(folder, order.flat());
  return order.map((line, index) => {
    const below = order.slice(0, index).flat();
    return {
      name: `in-order-of-${folder.replaceAll('/', '-')}`,
      comment: `${line} may import ${below.length > 0 ? below : 'nothing'} of ${folder}, and itself`,
      severity: 'error',
      from: { path: `^${folder}/(${line.join('|')})(/|$)` },
      to: {
        path: `^${folder}/`,
        pathNot: [`^${folder}/$1(/|$)`, ...(below.length > 0 ? [`^${folder}/(${below.join('|')})(/|$)`] : [])],
      },
    };
  });
}

/** One a place: a function's bundle has what the places that it fills have, and no more. */
const registrationsOfFunctions = [
  'card-proof.ts',
  'entrance.ts',
  'erasure.ts',
  'figure-checks.ts',
  'files-to-move-in.ts',
  'ids-of-files.ts',
  'keepers-of-copies.ts',
  'named-files.ts',
  'notices.ts',
  'open-findings.ts',
  'past-records.ts',
  'posting-guards.ts',
  'readers-of-cards.ts',
  'record-kinds.generated.ts',
  'sections.ts',
  'sessions.ts',
  'signatures-of-cards.ts',
  'told-acts.ts',
];

/** What the core, its roots and the options know of one another (docs/options.md). */
function optionRules() {
  const trees = ['shared', 'functions', 'web', 'local'];
  const names = Object.keys(optionNeeds);
  if (!isCoreOnly) {
    sameMembers('shared/options', names);
    sameMembers('functions/options', [...names, ...registrationsOfFunctions]);
  }
  const ofOptions = `^(${trees.join('|')})/options/[^/]+/`;
  const registrations =
    '^((shared|web|local)/(no-)?options\\.ts|web/options-pages\\.ts|functions/options/[^/]+\\.ts|functions/no-options\\.ts)$';
  return [
    {
      name: 'core-knows-no-option',
      comment: 'what an option adds comes through a place, which the registration of its tree fills',
      severity: 'error',
      from: {
        path: '^(shared|functions|web|infra|local)/',
        pathNot: [ofOptions, registrations],
      },
      to: { path: ofOptions },
    },
    {
      name: 'registrations-are-for-roots',
      severity: 'error',
      from: {
        path: '^(shared|functions|web|infra|local)/',
        pathNot: [
          ...['^shared/(product|import-conditions)\\.ts$', '^functions/.*/lambda\\.ts$'],
          ...['^web/(main\\.tsx|app/fill-places\\.ts)$', '^local/(options|demo-school/(items|seed))\\.ts$'],
          '^infra/operators/[^/]+\\.ts$',
        ],
      },
      to: { path: registrations },
    },
    {
      name: 'the-whole-product-is-for-roots',
      comment: 'a module of the core that reads all contracts would take every option along',
      severity: 'error',
      from: { path: '^(shared|functions|web)/', pathNot: '^web/light-pages\\.ts$' },
      to: { path: '^shared/product\\.ts$' },
    },
    ...Object.entries(optionNeeds).map(([name, needs]) => ({
      name: `options-know-what-they-need-${name}`,
      comment: `${name} may import the core and ${needs.join(', ') || 'no other option'}`,
      severity: 'error',
      from: { path: `^(${trees.join('|')})/options/${name}/` },
      to: { path: ofOptions, pathNot: `^(${trees.join('|')})/options/(${[name, ...needs].join('|')})/` },
    })),
  ];
}

/** Both sides state one rule for new passwords, so it is shared; what it needs is not. */
const estimator = '^shared/accounts/auth/estimate-guesses\\.ts$';

/** Browser, functions and the command for others verify by the same code, which loads its libraries when there is something to verify. */
const signatures = '^shared/options/signed-cards/signatures\\.ts$';

const asFile = (name) => `^functions/${name}\\.ts$`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'shared-imports-only-zod',
      severity: 'error',
      from: { path: '^shared/', pathNot: [estimator, signatures] },
      to: { pathNot: '^(shared/|node_modules/zod/)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'one-place-knows-the-libraries-of-credentials',
      severity: 'error',
      from: { path: '^(shared|functions|web|infra|local|tools)/', pathNot: signatures },
      to: { path: '^node_modules/@digitalbazaar/' },
    },
    {
      name: 'one-place-guesses-at-passwords',
      comment: 'the estimator is 400 KB: browser and functions both load it when a password is chosen (ADR 0089)',
      severity: 'error',
      from: { path: '^(shared|functions|web)/', pathNot: estimator },
      to: { path: '^node_modules/@zxcvbn-ts/' },
    },
    {
      name: 'web-imports-web-and-shared',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(functions|infra|local|tests|tools)/' },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      from: {
        path: '^web/(features|options|pickers|forms|tables|address|acts|runs|undo|uploads|documents|ui|api|outbox)/',
      },
      to: { path: '^web/app/' },
    },
    {
      name: 'the-design-system-knows-no-feature',
      severity: 'error',
      from: { path: '^web/(pickers|forms|tables|address|acts|runs|undo|uploads|documents|ui|api)/' },
      to: { path: '^web/(features|options|app)/' },
    },
    {
      name: 'functions-import-functions-and-shared',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(web|infra|local|tests|tools)/' },
    },
    {
      name: 'handlers-are-reached-through-their-lambda',
      comment: 'infra reads contracts; it bundles entries by path and never imports a handler',
      severity: 'error',
      from: { path: '^infra/' },
      to: {
        path: '^(web|local|tests|tools)/|^functions/(?!(platform/|school/whole-school/|options/(named-files|record-kinds\\.generated)\\.ts|no-options\\.ts|sessions/(accounts|identity-updates|second-factor-record|student-accounts)\\.ts|marks/records/class-entries\\.ts|students/records/(store|files/file-keys|rosters/repair-rosters)\\.ts|attendance/(records/archived-attendance|reports/day-facts)\\.ts|term-reports/report-cards/layouts/card-layouts\\.ts))',
      },
    },
    {
      name: 'aws-sdk-stays-at-the-edge',
      comment: 'the platform, local stand-ins and the operator scripts talk to AWS; rules and handlers do not',
      severity: 'error',
      from: { path: '^(functions|shared|web)/', pathNot: '^functions/platform/' },
      to: { path: '^node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'functions-call-aws-alone',
      comment: 'what is deployed opens no connection of its own and starts no program: the AWS SDK is the one way out',
      severity: 'error',
      from: { path: '^(functions|shared)/' },
      to: { path: '^(node:)?(http|https|http2|tls|dgram|dns|child_process|cluster|vm)(/|$)' },
    },
    {
      name: 'what-people-do-is-an-act',
      comment:
        'a transaction without a stamp writes copies, counts, logs and the move into the archive alone (ADR 0105)',
      severity: 'error',
      from: {
        path: '^functions/',
        pathNot: [
          '^functions/platform/table/acts/',
          ...['attendance/records/archive-half-year', 'attendance/days/recalculate-days', 'sessions/access-events'].map(
            asFile,
          ),
          ...['students/records/rosters/class-roster', 'options/families/entrance/open-report-link'].map(asFile),
        ],
      },
      to: { path: '^functions/platform/table/acts/transaction\\.ts$' },
    },
    {
      name: 'figures-are-computed-twice',
      comment: 'the second computation shares the stored records with the first, and no code (rule 63)',
      severity: 'error',
      from: { path: '^functions/options/truth-check/certain/second-computation\\.ts$' },
      to: {},
    },
    {
      name: 'what-is-printed-is-read-by-others',
      comment: 'what reads figures back off a page knows nothing of what prints them (rule 63)',
      severity: 'error',
      from: { path: '^functions/options/truth-check/certain/read-printed-figures\\.ts$' },
      to: { pathNot: '^node_modules/unpdf/' },
    },
    ...domainRules(),
    ...optionRules(),
    ...inOrder('functions/platform', platform),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|cdk\\.out|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: [...(isCoreOnly ? ['core-only'] : []), 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
