import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerTeacher, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const lesson = {
  id: '2025-MATH-3A',
  subject_id: 'MATH',
  title: 'Mathematics',
  abbr: 'MATH',
  form_classes: '3A',
  form_level: 3,
  year: 2025,
} as unknown as Lesson;
const class3A = { id: '3A', form_level: 3 as const, as: 'form teacher' as const };

beforeEach(() => {
  server = startContractServer();
  // What options add is behind it.
  server.school.options = [];
  server.school.attendance = true;
  server.school.weeklyTests = { from: '2025-09-04', to: '2026-07-02', maximum: 50 };
  answerTeacher(server);
  server.on(peopleContract.listTeacherLessons, () => []);
  server.on(termReportsContract.listClassesWithReports, () => []);
});

async function offered(): Promise<(string | undefined | null)[]> {
  await openArea('/term-reports');
  await screen.findByRole('link', { name: /^Enter Marks - Course Work/ });
  return within(screen.getByRole('main'))
    .getAllByRole('link')
    .flatMap((link) => link.querySelector('strong')?.textContent ?? []);
}
const always = ['Enter Marks - Course Work', 'Enter Marks - End of Term'];

describe('the main menu of a teacher', () => {
  it('who has no class and no lesson offers what opens', async () => {
    expect(await offered()).toEqual(always);
  });

  it('with lessons and no class has no reports and no completeness', async () => {
    server.on(peopleContract.listTeacherLessons, () => [lesson]);
    expect(await offered()).toEqual([...always, 'Weekly Tests', 'Class Register']);
  });

  it('with a form class and no lesson has no weekly tests', async () => {
    server.on(termReportsContract.listClassesWithReports, () => [class3A]);
    expect(await offered()).toEqual([...always, 'Edit/View Term Reports', 'Completeness', 'Class Register']);
  });

  it('who had a form class in a year on record leads to its reports', async () => {
    server.on(termsContract.readTermOverview, () => ({
      ...periodAnswer,
      terms_archive: [
        {
          academic_year_id: '20242025',
          term: 1 as const,
          new_term_beginning: null,
          date_start: null,
          date_end: null,
          closed: null,
        },
      ],
    }));
    server.on(termReportsContract.listClassesWithReports, ({ year }) => (year === 2024 ? [class3A] : []));
    expect(await offered()).toEqual([...always, 'Edit/View Term Reports', 'Completeness']);
  });

  it('leaves nothing out for what could not be loaded', async () => {
    server.on(termReportsContract.listClassesWithReports, () => refuseWith(500, 'Something went wrong.'));
    server.on(peopleContract.listTeacherLessons, () => refuseWith(500, 'Something went wrong.'));
    expect(await offered()).toEqual([
      ...always,
      'Edit/View Term Reports',
      'Completeness',
      'Weekly Tests',
      'Class Register',
    ]);
  });
});
