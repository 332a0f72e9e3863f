const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * The import rules of docs/architecture.md, one rule a sentence.
 *
 * The domains of functions/, from the bottom up: one imports what is in a line above it in this list, and nothing else of
 * functions/. Those of one line do not know each other (ADR 0042).
 */
const domains = [
  ['platform'],
  ['reference'],
  ['sessions'],
  ['approvals'],
  ['subjects'],
  ['people'],
  ['marks'],
  ['students'],
  ['attendance-records'],
  ['report-cards'],
  [
    'accounts',
    'attendance',
    'auth',
    'lessons',
    'mark-book',
    'mark-sheet',
    'reports',
    'student-register',
    'student-files',
    'student-spreadsheets',
    'student-subjects',
    'term-reports',
    'terms',
    'weekly-tests',
  ],
];

/** The same for what is in functions/platform/. */
const platform = [
  ['errors.ts', 'in-parallel.ts', 'log.ts', 'reading-thread.ts'],
  ['identity', 'pdf', 'table', 'xlsx'],
  ['files', 'jobs', 'undo'],
  ['requests'],
];

/**
 * A rule for each line of an order.
 * @throws where the order and the folder do not have the same members
 */
function inOrder(folder, order) {
  const found = readdirSync(join(__dirname, folder)).filter((name) => !name.startsWith('.'));
  const missing = found.filter((name) => !order.flat().includes(name));
  const gone = order.flat().filter((name) => !found.includes(name));
  if (missing.length > 0)
    throw new Error(`${missing} of ${folder} has no place in the order of .dependency-cruiser.cjs.`);
  if (gone.length > 0) throw new Error(`The order of .dependency-cruiser.cjs has ${gone}, which is not in ${folder}.`);
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

/** Both sides state one rule for new passwords, so it is shared; what it needs is not. */
const estimator = '^shared/auth/guesses\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-imports-only-zod',
      severity: 'error',
      from: { path: '^shared/', pathNot: estimator },
      to: { pathNot: '^(shared/|node_modules/zod/)', dependencyTypesNot: ['core'] },
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
      from: { path: '^web/(features|pickers|forms|tables|place|runs|undo|approvals|uploads|documents|ui|api|outbox)/' },
      to: { path: '^web/app/' },
    },
    {
      name: 'the-design-system-knows-no-feature',
      severity: 'error',
      from: { path: '^web/(pickers|forms|tables|place|runs|undo|approvals|uploads|documents|ui|api)/' },
      to: { path: '^web/(features|app)/' },
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
        path: '^(web|local|tests|tools)/|^functions/(?!(platform/|sessions/(accounts|identity-step|second-factor)\\.ts))',
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
    ...inOrder('functions', domains),
    ...inOrder('functions/platform', platform),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|cdk\\.out|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
