import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import * as store from '#functions/marks/records/term-report.ts';
import { listStudentIdsWithReport } from '#functions/marks/records/term-report.ts';
import { school } from '#functions/school/records/school.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addStudents, term, year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

/** Classes of forms 2 and 3 that the small school leaves empty, with so many students. */
const sizes = { '2A': 10, '2B': 20, '2C': 40 } as const;
const subjectIds = Array.from({ length: 12 }, (_, index) => `SUB${index}`);

describe('what Edit / View Term Reports asks of the table', () => {
  const admin = schoolForTests().as('A1');

  beforeAll(async () => {
    for (const [classId, size] of Object.entries(sizes)) {
      const ids = Array.from({ length: size }, (_, index) => `${classId}-${index}`);
      await addStudents(classId, ids);
      const comment = 'A steady term with pleasing results in every topic.';
      const records = ids.flatMap((studentId) =>
        subjectIds.map((subjectId) => ({ studentId, year, term, subjectId, classId, formLevel: 2, exam: 50, comment })),
      );
      await putRecords(SubjectRecordEntity, records);
    }
  });

  it('is one query a class, without stamps, for a document, a copy or the check before posting', async () => {
    const comments = 'Asks good questions.';
    await admin.call(termReportsContract.saveTermReport, { student_id: '2B-0', year, term, class_id: '2B', comments });
    const ofClass = { year, term, classId: '2B' };
    const whole = await store.readClassReports(ofClass);
    expect(whole.reports.find(({ studentId }) => studentId === '2B-0')?.formTeacherCommentsBy).toBeDefined();
    const withoutStamps = (items: readonly object[]) =>
      items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !/(By|At)$/.test(name))));
    let found: typeof whole | undefined;
    const requests = await recordTraffic(async () => {
      found = await store.readClassContents(ofClass);
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['Query']);
    expect(found?.reports).toEqual(withoutStamps(whole.reports));
    expect(found?.records).toEqual(withoutStamps(whole.records));
  });

  it('is four requests a class for the check before posting, one more where reports are signed, three for one without students', async () => {
    const classes = school().formClasses.length;
    const withStudents = 4 + Object.keys(sizes).length;
    let reports = 0;
    const requests = await recordTraffic(async () => {
      const input = { year: String(year), term: String(term) };
      reports = (await admin.call(termReportsContract.checkPosting, input)).body.reports;
    });
    expect(reports).toBe(15 + 70);
    // Where reports are signed, the signatures.
    const ofSignatures = school().options.includes('sign-off') ? 1 : 0;
    // The session; the term, its subjects, its layouts and the teachers' names; who is current, and so has not left.
    expect(requests).toHaveLength(6 + 3 * classes + (1 + ofSignatures) * withStudents);
  });

  it('finds the same form by form as of all together', async () => {
    const ofTerm = { year: String(year), term: String(term) };
    const check = async (input: object) =>
      (await admin.call(termReportsContract.checkPosting, { ...ofTerm, ...input })).body;
    const whole = await check({});
    const forms = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((level) => check({ form_level: String(level) })));
    expect(whole.students.length).toBeGreaterThan(0);
    expect(forms.filter(({ reports }) => reports > 0).length).toBeGreaterThan(1);
    expect(forms.flatMap(({ students }) => students)).toEqual(whole.students);
    expect(forms.reduce((sum, { reports }) => sum + reports, 0)).toBe(whole.reports);
  });

  it('is three requests for a rank sheet, the last its access event, and eleven read units for ten students as for forty', async () => {
    const unitsOf = async (classId: string) => {
      const print = async () => {
        const input = { year: String(year), term: String(term) as '1', classId };
        expect((await admin.call(termReportsContract.printRankSheet, input)).status).toBe(200);
      };
      // The first reader keeps what is entered.
      await print();
      const [session, roster, event, ...others] = await recordTraffic(print);
      expect([session, roster, event].map((request) => request?.operation)).toEqual([
        'BatchGetItem',
        'Query',
        'PutItem',
      ]);
      expect(others).toEqual([]);
      return [session?.units, roster?.units];
    };
    // Eleven records: session and account, what says whose class it is and whose lists it has, the term, what is kept
    // of it, and the layout of its cards.
    expect(await unitsOf('2A')).toEqual([11, 1]);
    expect(await unitsOf('2C')).toEqual([11, 1]);
  });

  it('is the same for a rank sheet of an earlier term, whose students are in the class still', async () => {
    const earlier = { year: year - 1, term: 3 } as const;
    const ofStudent = { ...earlier, subjectId: 'SUB0', classId: '2B', formLevel: 2, exam: 50 };
    const ids = ['2A-3', ...Array.from({ length: 20 }, (_, index) => `2B-${index}`)];
    await putRecords(
      SubjectRecordEntity,
      ids.map((studentId) => ({ ...ofStudent, studentId })),
    );
    const input = { year: String(earlier.year), term: '3' as const, classId: '2B' };
    const print = async () => expect((await admin.call(termReportsContract.printRankSheet, input)).status).toBe(200);
    await print();
    const requests = await recordTraffic(print);
    // The roster; and the one student who is in another class now.
    expect(requests.map(({ operation, units }) => [operation, units])).toEqual([
      ['BatchGetItem', 11],
      ['Query', 1],
      ['BatchGetItem', 1],
      ['PutItem', expect.anything()],
    ]);
  });

  it('is little more than the ids for the plan of a posting or a printing', async () => {
    let ids: readonly string[] = [];
    const [query, ...others] = await recordTraffic(async () => {
      ids = await listStudentIdsWithReport({ year, term, classId: '2C' });
    });
    expect(ids).toHaveLength(sizes['2C']);
    // Of twelve subject records each, none comes with them.
    expect(query?.itemBytes).toHaveLength(sizes['2C']);
    expect(Math.max(...(query?.itemBytes ?? []))).toBeLessThan(60);
    expect(others).toEqual([]);
  });
});
