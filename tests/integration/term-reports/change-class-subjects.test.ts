import { expect, it } from 'vitest';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';

const { changeClassSubjects } = termReportsContract;
const admin = schoolForTests().as('A1');

it('says what a student takes and what is taught in the class, by title', async () => {
  const { status, body } = await admin.call(changeClassSubjects, { student_id: 'S01', class_id: '4A' });
  // Form 4 has lessons in Mathematics alone.
  expect([status, body]).toEqual([
    200,
    [
      { subject_id: 'ENGL', title: 'English Language', taken: true, taught: false },
      { subject_id: 'MATH', title: 'Mathematics', taken: true, taught: true },
    ],
  ]);
});

it('names a subject of the class that the student does not take', async () => {
  await executeActionOfTest(StudentSubjectAssignmentEntity.delete({ studentId: 'S02', subjectId: 'MATH' }));
  const { body } = await admin.call(changeClassSubjects, { student_id: 'S02', class_id: '4A' });
  expect(body.find(({ subject_id }) => subject_id === 'MATH')).toMatchObject({ taken: false, taught: true });
});
