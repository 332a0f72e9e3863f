import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Queries that are of no single call with one input, each with what its key has. */
const keysByHand = {
  'web/api/query.ts': 'the call and its input',
  'web/documents/document-frame.tsx': 'the address of the document, which has the input',
  'web/features/attendance/days/day-setting-window.tsx': 'the input, null while the form is not whole',
  'web/features/reports/office-log/office-log.tsx': 'the filters; the page after is a parameter of TanStack’s',
  'web/features/students/table/student-columns.tsx': 'the field, the view and the classes that values are counted in',
  'web/features/students/table/use-students.ts': 'the view and the columns; the kind of account decides the call',
  'web/history/sheet-at-moment.tsx': 'the sheet’s own key and the moment',
  'web/pickers/progress-of-each.tsx': 'that of `queryOf`',
};

describe('a query of the site', () => {
  it('has the key of the input that it asks with: both come from `queryOf` or `queryWith`', () => {
    const byHand = globSync('web/**/*.{ts,tsx}').filter((file) => /\bqueryFn\b/.test(readFileSync(file, 'utf8')));
    expect(byHand.sort()).toEqual(Object.keys(keysByHand).sort());
  });
});
