import { describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { SubjectEntity } from '#functions/subjects/records/store.ts';
import { readLiveCard } from '#functions/term-reports/report-cards/live-cards.ts';
import { readFrozenCards } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { readPosting } from '#functions/term-reports/report-cards/posting/postings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { postReports } from './post-reports.ts';

describe('the people on the documents of a term', () => {
  const school = schoolForTests();
  restoreAfterEach();
  const office = school.as('A1');
  const period = { academic_year_id: yearId, term };
  const inPath = { year: String(year), term: String(term) };

  /** The draft of S01 of 1A: who taught, and who signs. */
  async function draft() {
    const { card } = (await readLiveCard({ studentId: 'S01', year, term })) ?? {};
    return {
      teachers: Object.fromEntries((card?.subjects ?? []).map(({ title, teacher }) => [title, teacher])),
      ...card?.signatories,
    };
  }
  const before = {
    teachers: { 'English Language': 'Eric Ali', Mathematics: 'Mona Núñez' },
    formTeacher: 'Mona Núñez',
    dean: "Dina O'Brien",
    principal: expect.any(String),
  };
  const after = {
    teachers: { 'English Language': 'Eric Joseph', Mathematics: 'Eric Joseph' },
    formTeacher: 'Eric Joseph',
    dean: "Dina O'Brien",
    principal: expect.any(String),
  };

  /** Eric is called Joseph now, and takes over Mona's lesson and class. */
  async function changePeople() {
    await executeActionOfTest(
      EmployeeEntity.put({
        employeeId: 'T2',
        teacherNum: 2,
        firstName: 'Eric',
        lastName: 'Joseph',
        userName: 'eric',
        postId: 8,
      }),
    );
    await executeActionOfTest(LessonEntity.delete({ employeeId: 'T1', year, subjectId: 'MATH', classId: '1A' }));
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T2', year, subjectId: 'MATH', classId: '1A', formLevel: 1 }),
    );
    const post = { year, classId: '1A', as: 'form teacher' } as const;
    await executeActionOfTest(ClassPostEntity.delete({ ...post, employeeId: 'T1' }));
    await executeActionOfTest(ClassPostEntity.put({ ...post, employeeId: 'T2', formLevel: 1, name: 'Eric Joseph' }));
  }

  it('are those of today while the term is running', async () => {
    expect(await draft()).toEqual(before);
    await changePeople();
    expect(await draft()).toEqual(after);
  });

  it('stay when they are renamed and replaced after the posting: no report has changed, and one issued again has them', async () => {
    await postReports(office, { posted: 1, date_posted: null });
    await changePeople();
    const { body } = await office.call(termReportsContract.listPostingChanges, inPath);
    expect(body.students).toEqual([]);
    expect(await draft()).toEqual(before);
    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'S01', year, term }, { set: { deanComments: 'Corrected.' } }),
    );
    const issued = await office.call(termReportsContract.issueReportAgain, {
      student_id: 'S01',
      year,
      term,
      reason: 'A correction.',
    });
    expect(issued.status).toBe(200);
    const again = (await readFrozenCards(await readPosting({ year, term }), ['S01'])).get('S01');
    expect([again?.reason, again?.card.signatories.formTeacher]).toEqual(['A correction.', 'Mona Núñez']);
    expect(again?.card.subjects.map(({ teacher }) => teacher)).toEqual(['Eric Ali', 'Mona Núñez']);
  });

  it('stay with the titles of subjects and the student’s house, which make no posted report a changed one', async () => {
    const [first, second] = file().houses;
    const house = (houseCode: string | undefined) =>
      changeRecordOfTest(StudentEntity, { studentId: 'S01' }, { houseCode });
    await house(first?.id);
    await postReports(office, { posted: 1, date_posted: null });
    await house(second?.id);
    await executeActionOfTest(SubjectEntity.put({ subjectId: 'MATH', title: 'Numeracy', abbr: 'NUM' }));
    const { body: moved } = await office.call(termReportsContract.changeClass, { student_id: 'S02', class_id: '1B' });
    expect(moved.undo).not.toBeNull();
    const changes = async () => (await office.call(termReportsContract.listPostingChanges, inPath)).body.students;
    expect(await changes()).toEqual([]);

    // A name that was wrong is a reason to issue the report again: with the house and titles of the term.
    await changeRecordOfTest(StudentEntity, { studentId: 'S01' }, { lastName: 'Lastnáme' });
    expect(await changes()).toMatchObject([{ student_id: 'S01', changed: ['Name, date of birth or class'] }]);
    await office.call(termReportsContract.issueReportAgain, { student_id: 'S01', year, term, reason: 'The name.' });
    const again = (await readFrozenCards(await readPosting({ year, term }), ['S01'])).get('S01')?.card;
    expect([again?.student.name, again?.student.house]).toEqual(['Lastnáme, Pupil S01', first?.name]);
    expect(again?.subjects.map(({ title }) => title)).toEqual(['English Language', 'Mathematics']);
    expect(await changes()).toEqual([]);
  });

  it('stay in a posted term that is opened again, and follow today once its posting is removed', async () => {
    const { body: posting } = await postReports(office, { posted: 1, date_posted: null });
    await changePeople();
    await office.call(termsContract.openTerm, period);
    expect(await draft()).toEqual(before);
    await office.call(termsContract.closeTerm, period);
    expect(await draft()).toEqual(before);
    await postReports(office, { posted: 0, date_posted: posting.date_posted });
    await office.call(termsContract.openTerm, period);
    expect(await draft()).toEqual(after);
  });

  it('stay when the term is closed', async () => {
    await office.call(termsContract.closeTerm, period);
    await changePeople();
    expect(await draft()).toEqual(before);
  });

  it('stay in a term that is not posted when another term becomes the current one', async () => {
    const saved = await office.call(termsContract.saveAcademicTerm, {
      academic_year_id: yearId,
      term: 2,
      possible_attendance: 110,
      is_current: true,
      date_start: '2026-01-05',
      date_end: '2026-03-27',
      new_term_beginning: null,
    });
    expect(saved.status).toBe(200);
    await changePeople();
    expect(await draft()).toEqual(before);
    // Corrected after it was opened again and closed, it still has its own people.
    await office.call(termsContract.closeTerm, period);
    expect(await draft()).toEqual(before);
  });
});
