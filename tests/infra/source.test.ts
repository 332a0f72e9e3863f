import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cutsDaysOfOptions } from '#options/tests';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Lines of the sources below some folders that have a word, `file:line` each. */
const linesWith = (word: RegExp, ...folders: string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,js}`),
    { cwd: root },
  ).flatMap((file) =>
    readFileSync(`${root}${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (word.test(line) ? [`${file}:${index + 1}`] : [])),
  );

it('reads the sources', () => {
  expect(linesWith(/readItems\(/, 'functions').length).toBeGreaterThan(10);
});

it('makes no program of text, in the browser or on the server', () => {
  expect(linesWith(/(?<![.\w])(eval\(|new Function\(|setTimeout\(['"`])/, 'functions', 'shared', 'web')).toEqual([]);
});

it('puts no text into a page but as text', () => {
  const asMarkup =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment/;
  expect(linesWith(asMarkup, 'web')).toEqual([]);
});

it('hears in components what is typed through React: a state set before that puts a field’s text back', () => {
  const files = linesWith(/(?<!ComponentProps<)'input'[,\]]/, 'web').map((line) => line.replace(/:\d+$/, ''));
  // Above React, once it has read the field; without a state; and the grid's own field, which is not React's.
  const known = ['web/ui/overlays/snackbar.tsx', 'web/ui/controls/second-press.ts', 'web/ui/grid/typing/live-field.ts'];
  expect(files.filter((file) => !known.includes(file))).toEqual([]);
});

it('asks no server from the functions but AWS through its SDK', () => {
  expect(linesWith(/(?<![.\w])(fetch|WebSocket|XMLHttpRequest|EventSource)\(/, 'functions')).toEqual([]);
});

it('takes no certificate unseen', () => {
  expect(
    linesWith(/NODE_TLS_REJECT_UNAUTHORIZED|rejectUnauthorized|checkServerIdentity/, 'functions', 'infra'),
  ).toEqual([]);
});

it('talks across windows only within the site: by channels that no other origin hears', () => {
  expect(linesWith(/window\.postMessage|\.contentWindow|window\.opener|parent\.postMessage/, 'web')).toEqual([]);
});

it('keeps no password, session or key of AWS in the sources', () => {
  expect(linesWith(/AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY/, 'functions', 'shared', 'web', 'infra')).toEqual(
    [],
  );
});

/** Files that cut a day off a moment, and why that day is right. */
const cutsDays: Readonly<Record<string, string>> = {
  ...cutsDaysOfOptions,
  'functions/platform/pdf/document.ts': 'a PDF says UTC with its Z',
  'functions/platform/pdf/syntax.ts': 'a PDF says UTC with its Z',
  'functions/reports/documents/office-log/log-words.ts': 'of the school’s own time',
  'shared/accounts/fields.ts': 'the latest date of birth, without a school',
  'shared/attendance/open-attendance.ts': 'counts days, no moments',
  'shared/attendance/school-days.ts': 'counts days, no moments',
  'shared/school/school-time.ts': 'counts days, no moments',
  'shared/students/spreadsheets/names-and-limits.ts': 'names of files that product §9 fixes',
  'web/features/attendance/days/day-calendar.tsx': 'counts days, no moments',
  'web/features/reports/office-log/log-table.tsx': 'of the school’s own time',
};

it('takes no day of a moment from UTC: in the evening it is tomorrow there', () => {
  const files = linesWith(
    /toISOString\(\)\.slice\(0, (10|16|19)\)|(\b|_)at\.slice\(0, 10\)/,
    'functions',
    'shared',
    'web',
  );
  expect(new Set(files.map((place) => place.replace(/:\d+$/, '')))).toEqual(new Set(Object.keys(cutsDays)));
});
