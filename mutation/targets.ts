/** What is mutated together, and the tests that must notice, the quick ones first. Paths begin at the repository's root. */
export interface Target {
  name: string;
  /** Files, or folders with all that is in them. */
  sources: readonly string[];
  tests: readonly string[];
}

export const targets: readonly Target[] = [
  {
    name: 'shared/marking',
    sources: ['shared/marking'],
    // Not the oracles over 10,000 random classes and reports: of minutes, and for what is built upon this.
    tests: ['tests/unit/marking', 'tests/unit/marks/subject-lines.test.ts', 'tests/unit/reference/school-file.test.ts'],
  },
  {
    name: 'permissions',
    sources: [
      'shared/term-reports/permissions.ts',
      'shared/people/spreadsheet-access.ts',
      'functions/platform/requests/caller.ts',
      'functions/people/class-list.ts',
      'functions/term-reports/may-see-class.ts',
      'functions/term-reports/editing/report-access.ts',
      'functions/auth/read-employee.ts',
    ],
    tests: [
      'tests/unit/term-reports/permissions.test.ts',
      'tests/unit/people',
      'tests/rights',
      'tests/integration/people',
      'tests/integration/term-reports/editing.test.ts',
    ],
  },
  {
    name: 'platform/requests',
    sources: ['functions/platform/requests'],
    tests: ['tests/unit/platform', 'tests/integration/auth'],
  },
  {
    name: 'platform/jobs',
    sources: ['functions/platform/jobs'],
    tests: ['tests/unit/platform', 'tests/integration/terms'],
  },
  {
    name: 'platform/table',
    sources: ['functions/platform/table'],
    tests: ['tests/unit/platform', 'tests/integration/mark-sheet', 'tests/integration/mark-book'],
  },
  {
    name: 'web/outbox',
    sources: [
      'web/outbox/outbox.ts',
      'web/outbox/outcome.ts',
      'web/outbox/record-state.ts',
      'web/outbox/retry-timer.ts',
      'web/outbox/typing.ts',
      'web/outbox/waiting.ts',
    ],
    tests: ['tests/unit/outbox'],
  },
  {
    name: 'web/outbox on the page',
    sources: [
      'web/outbox/join-grid.ts',
      'web/outbox/device/last-moment.ts',
      'web/outbox/device/open-pages.ts',
      'web/outbox/save-kind.ts',
      'web/outbox/session-outbox.ts',
      'web/outbox/device/storage.ts',
    ],
    tests: ['tests/web/outbox', 'tests/web/sheets', 'tests/web/term-reports/class-records.test.tsx'],
  },
  {
    name: 'marks',
    sources: ['functions/marks'],
    tests: [
      'tests/unit/marks',
      'tests/integration/mark-sheet',
      'tests/integration/mark-book',
      'tests/integration/term-reports',
      'tests/integration/students',
    ],
  },
  {
    name: 'students/placement',
    sources: ['functions/students/placement'],
    tests: ['tests/integration/students', 'tests/integration/terms', 'tests/integration/term-reports'],
  },
  {
    name: 'report-cards',
    sources: [
      'functions/report-cards/build-report-card.ts',
      'functions/report-cards/damaged-record.ts',
      'functions/report-cards/posting',
    ],
    tests: ['tests/unit/report-cards', 'tests/integration/term-reports'],
  },
  {
    name: 'sessions',
    sources: ['functions/sessions'],
    tests: ['tests/integration/auth'],
  },
  {
    name: 'mark-sheet',
    sources: ['functions/mark-sheet'],
    tests: ['tests/integration/mark-sheet', 'tests/rights/ids-of-others.test.ts', 'tests/integration/term-reports'],
  },
  {
    name: 'mark-book',
    sources: ['functions/mark-book'],
    tests: ['tests/integration/mark-book', 'tests/rights/ids-of-others.test.ts'],
  },
  {
    name: 'term-reports',
    sources: [
      'functions/term-reports/editing',
      'functions/term-reports/more-options',
      'functions/term-reports/posting',
    ],
    tests: [
      'tests/integration/term-reports',
      'tests/integration/students',
      'tests/integration/terms/approvals.test.ts',
      'tests/integration/terms/closed-terms.test.ts',
      'tests/integration/terms/term-limits.test.ts',
      'tests/integration/terms/two-offices.test.ts',
      'tests/rights/term-report-fields.test.ts',
    ],
  },
];
