/** The import rules of docs/architecture.md, one rule a sentence. */
const only = (from, to) => ({ from: { path: from }, to: { pathNot: to, dependencyTypesNot: ['core'] } });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-imports-only-zod',
      severity: 'error',
      ...only('^shared/', '^(shared/|node_modules/zod/)'),
    },
    {
      name: 'web-imports-web-and-shared',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(functions|infra|local|tests|bench)/' },
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
      from: { path: '^web/(features|pickers|ui|api|outbox)/' },
      to: { path: '^web/app/' },
    },
    {
      name: 'the-design-system-knows-no-feature',
      severity: 'error',
      from: { path: '^web/(pickers|ui|api)/' },
      to: { path: '^web/(features|app)/' },
    },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^functions/platform/' },
      to: { path: '^functions/(?!platform/)' },
    },
    {
      name: 'functions-import-functions-and-shared',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(web|infra|local|tests|bench)/' },
    },
    {
      name: 'handlers-are-reached-through-their-lambda',
      comment: 'infra reads contracts; it bundles entries by path and never imports a handler',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: '^(web|local|tests|bench)/|^functions/(?!(platform/|sessions/accounts\\.ts))' },
    },
    {
      name: 'aws-sdk-stays-at-the-edge',
      comment:
        'platform, stores, documents, local stand-ins and the operator scripts talk to AWS; rules and handlers do not',
      severity: 'error',
      from: { path: '^(functions|shared|web)/', pathNot: '^functions/(platform/|[^/]+/(store\\.ts$|documents/))' },
      to: { path: '^node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'a-domain-is-reached-through-its-store-or-rules',
      comment: "another domain's store or one of its pure rules, and the placement of students; never its calls",
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: {
        path: '^functions/(?!platform/)[^/]+/',
        pathNot: [
          '^functions/$1/',
          '^functions/(reference|sessions|marks|report-cards)/',
          '^functions/[^/]+/(store|wire|class-list)\\.ts$',
          '^functions/students/placement/',
        ],
      },
    },
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
