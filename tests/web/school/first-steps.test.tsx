import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MenuKey } from '#shared/http/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const term: AcademicPeriod = {
  academic_year_id: '20252026',
  term: 1,
  possible_attendance: 136,
  date_start: '2025-09-01',
  date_end: '2025-12-05',
  new_term_beginning: '2026-01-05',
  is_current: true,
};
const none = { ...periodAnswer, current_term: null, terms_archive: [] };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  server.on(termsContract.listAcademicYears, () => [{ academic_year_id: '20252026', title: '2025-2026' }]);
  server.on(termsContract.listRegistrationRuns, () => []);
  server.on(subjectsContract.listSubjects, () => [{ id: 'ART', title: 'Art', abbr: 'ART' }]);
  server.on(peopleContract.listEmployees, () => []);
});

const open = (menus: readonly MenuKey[]) => {
  answerAdmin(server, 'Admin', menus);
  return openArea('/admin/dashboard');
};
/** The steps, each with whether it is ticked. */
const steps = async () => {
  const list = within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem');
  return list.map(
    (item) => `${within(item).getByRole('img').getAttribute('aria-label')}: ${item.textContent?.slice(0, 19)}`,
  );
};
const answerSchool = (classes: { students: number; not_registered: number }, taking: number) => {
  server.on(termsContract.listAcademicTerms, () => [term]);
  server.on(termsContract.previewRegistration, () => [{ class_id: '1A', form_level: 1, ...classes }]);
  server.on(studentSubjectsContract.countStudentsOfSubjects, () => [{ subject_id: 'ART', students: taking }]);
};
const all = ['dashboard', 'studentSubjects', 'employees', 'students'] as const;

describe('the first steps of a school', () => {
  it('begin with the term while none is current, and what is due is not asked for', async () => {
    server.on(termsContract.listAcademicTerms, () => []);
    server.on(studentSubjectsContract.countStudentsOfSubjects, () => []);
    answerAdmin(server, 'Admin', all);
    server.on(termsContract.readTermOverview, () => none);
    await openArea('/admin/dashboard/current-term');
    expect(await steps()).toEqual([
      'To do: Set the academic ye',
      'Done: Add the subjects.',
      'To do: Add the teachers, e',
      'To do: Upload the students',
      'To do: Assign the students',
      'To do: Press Register Stud',
    ]);
    expect(screen.queryByRole('heading', { name: 'What is due' })).toBeNull();
    expect(server.callsOf(termsContract.previewRegistration)).toEqual([]);
  });

  it('tick the assignment once somebody takes a subject, and the registration once somebody is registered', async () => {
    answerSchool({ students: 20, not_registered: 20 }, 5);
    await open(all);
    expect((await steps()).slice(3)).toEqual([
      'Done: Upload the students',
      'Done: Assign the students',
      'To do: Press Register Stud',
    ]);
  });

  it('stay with the registration ticked while a step is left, and go when none is', async () => {
    answerSchool({ students: 20, not_registered: 1 }, 0);
    await open(all);
    expect((await steps()).slice(4)).toEqual(['To do: Assign the students', 'Done: Press Register Stud']);
  });

  it('are gone where students are registered, and the administrator sees no step that is left', async () => {
    answerSchool({ students: 20, not_registered: 1 }, 0);
    await open(['dashboard']);
    await screen.findByRole('heading', { name: 'What is due' });
    await waitForRequests();
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });
});

describe('what is due', () => {
  it('is in the menu of those who have no Current Term, and its lines close the window', async () => {
    server.on(termsContract.readTermOverview, () => periodAnswer);
    server.on(lessonsContract.listWorkWithoutTeacher, () => ({
      academic_year_id: '20252026',
      teachers: [],
      form_classes: [],
    }));
    await open(['employees']);
    fireEvent.click((await screen.findAllByRole('button', { name: 'What is due' }))[0] as HTMLElement);
    const window = await screen.findByRole('dialog', { name: 'What is due' });
    await within(window).findByText('Nothing waits for you.');
    expect(server.callsOf(termsContract.previewRegistration)).toEqual([]);
  });

  it('is not in the menu of those who have Current Term, or to whom nothing can be due', async () => {
    answerSchool({ students: 20, not_registered: 0 }, 5);
    await open(['dashboard', 'employees']);
    await screen.findByRole('heading', { name: 'What is due' });
    expect(screen.queryByRole('button', { name: 'What is due' })).toBeNull();
  });
});
