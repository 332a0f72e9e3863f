import { fireEvent, screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { type Assessment, type MarkBookStudent, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { percentageTotal } from '#shared/marks/marks.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { createContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerTeacher } from '../session-answers.ts';
import { lesson1A, mathematicsForm4, weightedScheme } from './samples.ts';

export const server = createContractServer();
/** What the server stores. */
export const assessments = new Map<number, Assessment>();
export const deleted = new Map<number, Assessment>();
export const students = new Map<string, MarkBookStudent>();

export const { deleteAssessment, readMarkBook, restoreAssessment, saveAssessment, saveMark } = markBookContract;

export const lessons = [mathematicsForm4, { ...lesson1A, id: 'MATH-1A' }];
export const assessment = (number: number, more: Partial<Assessment> = {}): Assessment => ({
  id: String(number),
  assesment_number: number,
  topic: null,
  date: null,
  total: null,
  weighting: null,
  ...more,
});
export const student = (id: string, last_name: string, more: Partial<MarkBookStudent> = {}): MarkBookStudent => ({
  id,
  first_name: 'Pupil',
  last_name,
  class_id: '4A',
  marks: {},
  notes: {},
  earlier: null,
  percentage: null,
  ...more,
});

export function counted(one: MarkBookStudent): MarkBookStudent {
  const given = Object.entries(one.marks).filter(([, mark]) => mark !== 'Ex');
  return {
    ...one,
    percentage:
      given.length === 0
        ? Object.values(one.marks).length === 0
          ? null
          : 'Ex'
        : percentageTotal(
            {
              sum: given.reduce((sum, [, mark]) => sum + Number(mark), 0),
              outOf: given.reduce((sum, [number]) => sum + (assessments.get(Number(number))?.total ?? 0), 0),
            },
            {},
          ),
  };
}

export const address = '/term-reports/mark-book';
export async function openPage(lesson = 'MATH-4', more = '') {
  await openArea(`${address}?lesson=${lesson}${more}`);
  return screen.findByRole('grid');
}
export const rowOf = (name: string) =>
  screen.getByRole('rowheader', { name: new RegExp(name), hidden: true }).parentElement;
export function cellOf(name: string, column: string): HTMLElement {
  return rowOf(name)?.querySelector(`[data-column="${column}"]`) as HTMLElement;
}
export const shown = (name: string, column: string) => cellOf(name, column).textContent;
export function type(name: string, number: number, text: string, key = 'Enter'): void {
  fireEvent.mouseDown(cellOf(name, `assessment ${number}`));
  const input = screen.getByRole('textbox', { name: new RegExp(`^Assessment ${number}.*${name}`) });
  fireEvent.input(input, { target: { value: text } });
  fireEvent.keyDown(input, { key });
}
export const saves = () => server.callsOf(saveMark);
export const countedHeadings = () =>
  screen
    .getAllByRole('columnheader')
    .map((heading) => (heading.textContent ?? '').replace('Edit Assessment ', '').trim());
export const headings = () => countedHeadings().map((text) => text.replace(/ \d+ of \d+$/, ''));

/** Call at the top of a test file: each test starts with a page of three students and six assessments. */
export function startBookForEachTest(): void {
  freshPageForEachTest();

  beforeEach(() => {
    server.start();
    watchNavigation();
    answerTeacher(server);
    for (const kept of [assessments, deleted, students]) kept.clear();
    for (const one of [
      assessment(1, { topic: 'Fractions', total: 20 }),
      ...[2, 3, 4, 5].map((number) => assessment(number)),
      assessment(6, { topic: 'Trial', total: 40 }),
    ])
      assessments.set(one.assesment_number, one);
    for (const one of [
      student('S1', 'Ali', { marks: { 1: 15 } }),
      student('S2', 'Émile', { marks: { 1: 10, 6: 40 } }),
      student('S3', 'Chan', { class_id: '4B' }),
    ])
      students.set(one.id, one);
    server.on(peopleContract.listTeacherLessons, () => lessons);
    server.on(readMarkBook, () => ({
      assesments: [...assessments.values()],
      students: [...students.values()].map(counted),
      weightings: weightedScheme,
      shows_weighted_total: true,
    }));
    server.on(saveMark, ({ student_id, marks = [], assesment_number = 0, note }) => {
      const one = students.get(student_id) ?? student(student_id, '');
      if (note) one.notes[assesment_number] = note;
      const after = { ...one.marks };
      for (const { assesment_number, mark } of marks) {
        if (mark === null) delete after[assesment_number];
        else after[assesment_number] = mark;
      }
      students.set(student_id, { ...one, marks: after });
      return counted({ ...one, marks: after });
    });
    server.on(saveAssessment, ({ assesment_number = 7, topic, date, total, weighting = null }) => {
      const after = assessment(assesment_number, { topic, date, total, weighting });
      assessments.set(assesment_number, after);
      return after;
    });
    server.on(deleteAssessment, ({ assesment_number }) => {
      deleted.set(assesment_number, assessments.get(assesment_number) as Assessment);
      assessments.delete(assesment_number);
      return { assesment_number, kept_until: '2026-01-01' };
    });
    server.on(restoreAssessment, ({ assesment_number }) => {
      const one = deleted.get(assesment_number) as Assessment;
      assessments.set(assesment_number, one);
      return one;
    });
  });
}
