import { fireEvent, screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ReportField, reportFieldNames } from '#shared/term-reports/fields.ts';
import { createContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher } from '../session-answers.ts';

export const server = createContractServer();

export const { readClassTermReports, saveTermReport, updateSubjectRecord, setPossibleAttendance } = termReportsContract;
export type Class = Output<typeof readClassTermReports>;
export type Row = Class['data'][number];

export const line = (
  subject_id: string,
  change: Partial<Row['table2_records'][number]> = {},
): Row['table2_records'][number] => ({
  subject_id,
  course_mark: 20,
  course_work: { mark: 40, out_of: 60 },
  exam_mark: 44.5,
  exam_out_of: 70,
  late: null,
  absent: 1,
  app: 'A',
  con: null,
  comment: null,
  entered: true,
  ...change,
});

export const blank = Object.fromEntries(reportFieldNames.map((field) => [field, null])) as Record<ReportField, null>;
export const row = (student_id: string, last_name: string, change: Partial<Row> = {}): Row => ({
  student_id,
  first_name: 'Pupil',
  last_name,
  name: `${last_name}, Pupil`,
  picture: null,
  class_id: '3A',
  form_level: 3,
  year: 2025,
  term: 1,
  registered: true,
  ...blank,
  possible_attendance: 120,
  new_term_beginning: null,
  table2_records: [
    line('MATH'),
    line('ENGL', { course_mark: null, course_work: null, exam_mark: null, exam_out_of: null }),
  ],
  entered: 1,
  of: 2,
  average: '64.5',
  ...change,
});

export const notPosted = { posted: 0 as const, date_posted: null, reason: null, changed: [] };
export const stored = new Map<string, Row>();

export function answerClass(posts: Class['posts'], change: Partial<Class> = {}): void {
  server.on(termReportsContract.listClassesWithReports, () => [
    { id: '3A', form_level: 3, as: 'form teacher' as const },
    { id: '6L', form_level: 6, as: 'dean' as const },
    { id: '6U', form_level: 7, as: 'dean' as const },
  ]);
  server.on(readClassTermReports, ({ class_id }) => ({
    class_id,
    form_level: 3,
    year: 2025,
    term: 1 as const,
    is_music_class: false,
    is_posted: false,
    posts,
    subject_weightings: { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } },
    data: [...stored.values()],
    ...change,
  }));
  server.on(termReportsContract.printPostedReport, () => notPosted);
  server.on(termReportsContract.listReportSubjects, () => [
    { id: 'ENGL', title: 'English Language', abbr: 'ENGL' },
    { id: 'MATH', title: 'Mathematics', abbr: 'MATH' },
  ]);
  server.on(termReportsContract.listCoCurriculars, () => [{ title: 'Chess Club' }, { title: 'Choir' }]);
  server.on(saveTermReport, ({ student_id, was: _was, ...fields }) => {
    const { table2_records, entered, of, average, ...before } = stored.get(student_id) as Row;
    const after = {
      ...before,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    };
    stored.set(student_id, { ...(after as Row), table2_records, entered, of, average });
    return after as never;
  });
}

export async function openClass(posts: Class['posts'], change: Partial<Class> = {}) {
  answerTeacher(server);
  answerClass(posts, change);
  await openArea('/term-reports/view-reports?class=3A');
  return screen.findByRole('table', { name: 'Subject records of Ali, Pupil' });
}

export async function openAsAdmin(...menus: 'students'[]) {
  answerAdmin(server, 'Admin', ['termReports', ...menus]);
  answerClass([]);
  await openArea('/admin/dashboard/term-details?class=3A');
  return screen.findByRole('table', { name: 'Subject records of Ali, Pupil' });
}

export const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;
export function type(name: string, value: string): void {
  fireEvent.focus(field(name));
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
}
export const saves = () => server.callsOf(saveTermReport).map(({ input }) => input);

/** Call at the top of a test file: each test starts with a class of two. */
export function startClassForEachTest(): void {
  freshPageForEachTest();

  beforeEach(() => {
    server.start();
    watchNavigation();
    stored.clear();
    for (const one of [row('S1', 'Ali', { comments: 'Kind.' }), row('S2', 'Baptiste')]) stored.set(one.student_id, one);
  });
}
