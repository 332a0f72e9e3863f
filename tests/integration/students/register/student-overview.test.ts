import { beforeAll, describe, expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { putRecords, writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { readStudentOverview } = studentRegisterContract;

describe('the overview on a student’s page', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  beforeAll(async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    const { SubjectEntity, StudentSubjectAssignmentEntity } = await import('#functions/subjects/records/store.ts');
    const { LessonEntity } = await import('#functions/people/records/store.ts');
    const { SubjectRecordEntity } = await import('#functions/marks/records/subject-record.ts');
    const { TermReportEntity } = await import('#functions/marks/records/term-report.ts');
    const person = { studentId: 'S77', firstName: 'Ana', lastName: 'Page', classId: '5A', formLevel: 5 };
    const earlier = { studentId: 'S77', classId: '4A', formLevel: 4, year: year - 1 };
    await Promise.all([
      writeAction(StudentEntity.put({ ...person, status: 'current' })),
      putRecords(SubjectEntity, [
        { subjectId: 'ART', title: 'Art', abbr: 'ART' },
        { subjectId: 'ZOO', title: 'Zoology', abbr: 'ZOO' },
      ]),
      putRecords(StudentSubjectAssignmentEntity, [
        { ...person, subjectId: 'ZOO' },
        { ...person, subjectId: 'ART', employeeId: 'T2' },
      ]),
      // Two share the class's zoology; the lesson of another class is nobody's business here.
      putRecords(LessonEntity, [
        { employeeId: 'T1', year, subjectId: 'ZOO', classId: '5A', formLevel: 5 },
        { employeeId: 'T3', year, subjectId: 'ZOO', classId: '5A', formLevel: 5 },
        { employeeId: 'T2', year, subjectId: 'ZOO', classId: '5B', formLevel: 5 },
      ]),
      putRecords(TermReportEntity, [
        { ...earlier, term: 1, subjectIds: ['ART', 'ZOO'] },
        { ...earlier, term: 3, subjectIds: ['ART', 'ZOO'] },
      ]),
      putRecords(SubjectRecordEntity, [
        // 30 % of 20 / 25, and 70 % of 60 / 70: 24 + 60.
        { ...earlier, term: 3, subjectId: 'ART', workSum: 20, workOutOf: 25, exam: 60, examOutOf: 70 },
        { ...earlier, term: 3, subjectId: 'ZOO', comment: 'No exam yet.' },
        // Of this year, before anybody is registered: in form 5, the first term is the course mark.
        { ...earlier, year, classId: '5A', formLevel: 5, term: 1, subjectId: 'ZOO', workSum: 9, workOutOf: 12 },
      ]),
    ]);
  });

  const overview = async (client = admin) => (await client.call(readStudentOverview, { student_id: 'S77' })).body;

  it('has the present teachers of each subject: the assigned one, or those of the class', async () => {
    expect((await overview()).subjects).toEqual([
      { subject_id: 'ART', title: 'Art', abbr: 'ART', teachers: ['Eric Ali'] },
      { subject_id: 'ZOO', title: 'Zoology', abbr: 'ZOO', teachers: ["Dina O'Brien", 'Mona Núñez'] },
    ]);
  });

  it('has the marks of every term, oldest first, by the scheme of its level and with its class', async () => {
    const { terms } = await overview();
    expect(
      terms?.map((term) => ({
        ...{ at: `${term.year}/${term.term} ${term.class_id}`, average: term.average, of: [term.entered, term.of] },
        totals: term.subjects.map(({ abbr, total }) => [abbr, total]),
      })),
    ).toEqual([
      {
        at: `${year - 1}/1 4A`,
        average: null,
        of: [0, 2],
        totals: [
          ['ART', null],
          ['ZOO', null],
        ],
      },
      {
        at: `${year - 1}/3 4A`,
        average: '84.0',
        of: [1, 2],
        totals: [
          ['ART', 84],
          ['ZOO', null],
        ],
      },
      { at: `${year}/1 5A`, average: '75.0', of: [1, 1], totals: [['ZOO', 75]] },
    ]);
  });

  it('has no marks for an administrator who may open neither marks nor term reports', async () => {
    // The clerk has the Students menu alone.
    const body = await overview(await clientOfAccount(school.url, 'A2'));
    expect(body.terms).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/84|75/);
    expect(body.subjects).toHaveLength(2);
  });

  it('takes seven requests, and answers 404 for an unknown student', async () => {
    const requests = await recordTraffic(overview);
    expect(requests.length).toBeLessThanOrEqual(7);
    expect((await admin.call(readStudentOverview, { student_id: 'nobody' })).status).toBe(404);
  });
});
