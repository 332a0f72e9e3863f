import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldsOfOptions } from '#options/tests';

/** A field of words outside of the kit's forms, whose typed text is the component's own state. */
const field = /<(TextField|TextArea|DateField|PasswordField|textarea)\b/;

/** What asks before the words go, or saves them while they are typed. */
const guard = /= useForm\b|\b(useLeaveGuard|useUnsavedWork)\(/;

/** Fields whose words need no question, and why. */
const without: Readonly<Record<string, string>> = {
  ...fieldsOfOptions,
  'web/tables/data-table.tsx': 'a search',
  'web/pickers/search-list.tsx': 'a search',
  'web/history/sheet-at-moment.tsx': 'the moment that is shown',
  'web/features/term-reports/layouts/layout-blocks.tsx': 'saved while typed',
  'web/features/term-reports/layouts/layout-look.tsx': 'saved while typed',
  'web/features/term-reports/layouts/layout-mark-words.tsx': 'saved while typed',
  'web/features/term-reports/layouts/order-line.tsx': 'saved while typed',
  'web/features/term-reports/search-class-dialog.tsx': 'a search',
  'web/features/reports/office-log/office-log.tsx': 'filters, in the address',
  'web/features/attendance/reports/attendance-report-window.tsx': 'the days of a report',
  'web/features/attendance/register/register-day.tsx': 'the day shown, and a reason that goes with marks',
  'web/features/students/columns/column-presets.tsx': 'one name, whose button is beside it',
  'web/features/students/columns/columns-dialog.tsx': 'a search',
  'web/features/students/record/acts/erase-student-dialog.tsx': 'a number that confirms',
  'web/features/marks/weekly-tests/weekly-tests.tsx': 'the date shown',
  'web/features/marks/mark-sheet/comment-sheet.tsx': 'saved while typed',
  'web/features/marks/mark-book/page-grid.tsx': 'saved while typed',
  'web/features/term-reports/record/record-fields.tsx': 'saved while typed',
  'web/features/term-reports/record/student-panel.tsx': 'saved while typed',
  'web/features/term-reports/record/subject-remark-sheet.tsx': 'saved while typed',
  'web/features/accounts/sign-in/credentials-form.tsx': 'signs in',
  'web/features/accounts/sign-in/credentials-step.tsx': 'signs in',
  'web/session/expiry/sign-in-again.tsx': 'signs in',
};

it('gives up no typed words without a question: every field is in a form that asks, or says why not', () => {
  const files = globSync(
    'web/{app,features,history,options,pickers,second-factor,session,tables,undo,uploads}/**/*.tsx',
  );
  expect(files.length).toBeGreaterThan(200);
  const unguarded = files.filter((path) => {
    const source = readFileSync(path, 'utf8');
    return field.test(source) && !guard.test(source);
  });
  expect(unguarded.toSorted()).toEqual(Object.keys(without).toSorted());
});
