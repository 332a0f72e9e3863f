import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { createContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';
import { markSheetRow, mathematicsForm4, weightedScheme } from './samples.ts';

export const server = createContractServer();
/** What the server stores, by student. */
export const stored = new Map<string, MarkSheetRow>();

export const { readCommentBank, readLastTermMarks, saveBankComment, saveSubjectRecord, readMarkSheetOfLesson } =
  markSheetContract;

export const student: typeof markSheetRow = (id, name, more) =>
  markSheetRow(id, name, { class_id: '4A', form_level: 4, ...more });

export function answerSheet(weightings: {
  course: typeof weightedScheme.course | null;
  exam: typeof weightedScheme.exam | null;
}): void {
  server.on(readMarkSheetOfLesson, () => ({
    data: [...stored.values()],
    total: stored.size,
    registered: stored.size - 1,
    entered: 1,
    weightings,
  }));
}

export async function openSheet() {
  await openArea('/term-reports/enter-marks');
  fireEvent.click(await screen.findByRole('button', { name: /Mathematics Form 4/ }));
  return screen.findByRole('grid', { name: 'Marks of Mathematics Form 4' });
}
export const columns = ['Save status', 'Class', 'Course', 'Exam', 'Total', 'Late', 'Absent', 'App', 'Con', 'Comment'];
export function cellOf(name: string, column: string): HTMLElement {
  // Hidden while a dialog is open.
  const header = screen.getByRole('rowheader', { name: new RegExp(name), hidden: true });
  const row = header.closest('[role=row]') as HTMLElement;
  return within(row).getAllByRole('gridcell', { hidden: true })[columns.indexOf(column)] as HTMLElement;
}
export const texts = (name: string) => columns.slice(1).map((column) => cellOf(name, column).textContent);
export function type(name: string, column: string, text: string, key = 'Enter'): void {
  fireEvent.mouseDown(cellOf(name, column));
  // The field lies over the cell that is active, and says which one that is.
  const input = screen.getByRole('textbox', { name: new RegExp(`${column}.*, ${name}`, 'i') });
  fireEvent.input(input, { target: { value: text } });
  fireEvent.keyDown(input, { key });
}
export const saves = () => server.callsOf(saveSubjectRecord);
export const count = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

/** Call at the top of a test file: each test starts with a sheet of three. */
export function startSheetForEachTest(): void {
  freshPageForEachTest();

  beforeEach(() => {
    server.start();
    watchNavigation();
    answerTeacher(server);
    stored.clear();
    for (const row of [
      student('S1', 'Ali, Anika'),
      student('S2', 'Baptiste, Zoë', { exam_mark: 44.5, comment: 'Steady.' }),
      student('S3', 'Chan, Li', { class_id: '4B', course_mark: null, course_work: null, registered: false }),
    ])
      stored.set(row.student_id, row);
    server.on(peopleContract.listTeacherLessons, () => [mathematicsForm4]);
    answerSheet(weightedScheme);
    server.on(readCommentBank, () => []);
    server.on(readLastTermMarks, () => ({ year: 2024, term: 3 as const, students: [] }));
    server.on(saveSubjectRecord, ({ student_id, exam_mark, late, absent, app, con, comment }) => {
      const row = stored.get(student_id) ?? student(student_id, '');
      const changes = { exam_mark, late, absent, app, con, comment };
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const after = { ...row, ...given, ...(exam_mark === undefined ? {} : { exam_out_of: 70 }) };
      stored.set(student_id, after);
      return after;
    });
  });
}
