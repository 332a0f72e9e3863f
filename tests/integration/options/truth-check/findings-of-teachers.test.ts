import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';

const { countFindings, dismissFinding, listFindings } = truthCheckContract;
const unfinished = 'Works well and';

describe('the check of reports, asked by teachers', () => {
  const school = schoolForTests();
  const [office, mona, eric, dina] = [school.as('A1'), school.as('T1'), school.as('T2'), school.as('T3')];

  beforeAll(async () => {
    const comment = (studentId: string, classId: string, subjectId: string) => ({
      year,
      term,
      studentId,
      classId,
      subjectId,
      formLevel: Number(classId[0]),
      employeeId: 'T1',
      comment: unfinished,
    });
    await putRecords(SubjectRecordEntity, [
      comment('S01', '1A', 'MATH'),
      comment('S01', '1A', 'ENGL'),
      comment('S41', '4A', 'MATH'),
      comment('S42', '4A', 'MATH'),
      comment('S41', '4A', 'ENGL'),
    ]);
    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'S02', year, term }, { set: { formTeacherComments: unfinished } }),
    );
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S42', subjectId: 'MATH' }, { set: { employeeId: 'T2' } }),
    );
  });

  const seen = async (client: typeof office, class_id: string) => {
    const { status, body } = await client.call(listFindings, { year: String(year), term: String(term), class_id });
    return status === 200
      ? body.findings.map((one) => `${one.student_id} ${one.subject_id ?? 'report'}`).sort()
      : status;
  };

  it('has everything of a class for its form teacher, its deans and the office', async () => {
    const all = ['S01 ENGL', 'S01 MATH', 'S02 report'];
    for (const client of [office, mona, dina]) expect(await seen(client, '1A')).toEqual(all);
  });

  it('has findings of their own subjects for subject teachers, and of their own students where classes are shared', async () => {
    expect(await seen(eric, '1A')).toEqual(['S01 ENGL']);
    expect(await seen(mona, '4A')).toEqual(['S41 MATH']);
    expect(await seen(office, '4A')).toEqual(['S41 ENGL', 'S41 MATH', 'S42 MATH']);
  });

  it('does not open to anybody else, whether or not there is such a class', async () => {
    expect(await seen(mona, '1B')).toBe(403);
    expect(await seen(eric, '4A')).toBe(403);
    expect(await seen(dina, '4A')).toBe(403);
    expect(await seen(mona, '9Z')).toBe(403);
    expect(await seen(office, '9Z')).toBe(404);
  });

  it('leaves counting and dismissing to the office', async () => {
    const ofTerm = { year: String(year), term: String(term) };
    expect((await mona.call(countFindings, ofTerm)).status).toBe(403);
    const finding = 'x'.repeat(22);
    expect((await mona.call(dismissFinding, { year, term, class_id: '1A', finding, reason: 'Right.' })).status).toBe(
      403,
    );
  });
});
