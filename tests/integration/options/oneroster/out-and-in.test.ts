import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { EarlierMarksEntity } from '#functions/options/transcripts/records/earlier-marks.ts';
import { EmployeeEntity, LessonEntity, listAllEmployees } from '#functions/people/records/store.ts';
import { inParallel } from '#functions/platform/in-parallel.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import {
  listAssignmentsOfClass,
  StudentSubjectAssignmentEntity,
  SubjectEntity,
} from '#functions/subjects/records/store.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import {
  changesOfSchool,
  differencesOf,
  emptySchool,
  tablesOf,
  zipOfSchool,
} from '../../../support/options/oneroster/school-as-zip.ts';
import { otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { scanBothTables } from '../../../support/school/both-tables.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { year } from '../../../support/school/small-school.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn } = moveInContract;

/** Marks stay where they were entered: their files are not moved in. */
const ofMarks = ['categories.csv', 'lineItems.csv', 'results.csv'];
const withoutMarks = (tables: Record<string, string[][]>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !ofMarks.includes(name) && name !== 'manifest.csv'));

describe('a school that goes out as OneRoster, and in again', () => {
  const school = steppedSchoolForTests(handler);
  let keys = 0;

  async function preview(bytes: Uint8Array, said: SaidOfFile = {}) {
    const answer = await school.admin.call(previewMoveIn, {
      file: fileOf(bytes, 'roster.zip'),
      said: JSON.stringify(said),
    });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.body as MoveInPreview;
  }
  async function store(bytes: Uint8Array, said: SaidOfFile = {}) {
    const { plan } = await preview(bytes, said);
    keys += 1;
    const input = { file: fileOf(bytes, 'roster.zip'), said: JSON.stringify(said), plan: plan ?? '' };
    const begun = await school.admin.call(startMoveIn, input, { 'Idempotency-Key': `out-and-in-${keys}` });
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }

  /** A divided class, a class of two teachers, a lesson without students, a principal, names with accents, commas. */
  async function enrich() {
    const principal = file().posts.find(({ rank }) => rank === 'Principal')?.id;
    await Promise.all([
      // Its abbreviation does not say its id.
      putRecords(SubjectEntity, [{ subjectId: 'OTHER', title: 'Moral, Civic and Other Studies', abbr: 'M ST' }]),
      // A teacher who is archived by the number alone does not go out.
      putRecords(EmployeeEntity, [
        { employeeId: 'T9', teacherNum: 1004, firstName: 'Gone', lastName: 'Long', userName: 'gone' },
      ]),
      putRecords(LessonEntity, [
        { employeeId: 'T1', subjectId: 'OTHER', classId: '1A', year, formLevel: 1 },
        { employeeId: 'T2', subjectId: 'MATH', classId: '1A', year, formLevel: 1 },
        { employeeId: 'T3', subjectId: 'ENGL', classId: '4A', year, formLevel: 4 },
        { employeeId: 'T2', subjectId: 'ENGL', classId: '4A', year, formLevel: 4 },
        { employeeId: 'T3', subjectId: 'MATH', classId: '2A', year, formLevel: 2 },
      ]),
      putRecords(
        StudentSubjectAssignmentEntity,
        (await listAssignmentsOfClass('1A'))
          .filter(({ studentId, subjectId }) => ['S01', 'S02'].includes(studentId) && subjectId === 'MATH')
          .map((one) => ({ ...one, employeeId: 'T2' })),
      ),
      putRecords(
        EmployeeEntity,
        (await listAllEmployees())
          .filter(({ employeeId }) => employeeId === 'T3')
          .map((one) => ({ ...one, postId: principal ?? 1 })),
      ),
      putRecords(StudentEntity, [
        {
          studentId: 'S01',
          classId: '1A',
          formLevel: 1,
          status: 'current',
          firstName: 'Pupil S01',
          lastName: 'O’Neil, "Kit"',
          middleName: 'Zoë',
          dateOfBirth: '2013-04-30',
          sex: 'F',
        },
      ]),
    ]);
  }

  it.each([
    ['with ids of its own', false],
    ['with ids that another program gave to it', true],
  ])('is the same, %s, in an empty school of its school file', async (_, isForeign) => {
    if (isForeign) {
      const alike = { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } as const;
      await store(await otherProgramsZip(), { alike });
    }
    await enrich();
    const out = await zipOfSchool();
    const before = withoutMarks(await tablesOf(out));
    expect(Object.keys(before).sort()).toEqual([
      ...['academicSessions.csv', 'classes.csv', 'courses.csv', 'demographics.csv', 'enrollments.csv', 'orgs.csv'],
      ...['roles.csv', 'users.csv'],
    ]);
    expect(before['roles.csv']?.map((row) => row[5])).toContain('principal');
    await emptySchool();
    expect((await scanBothTables()).filter(({ pk }) => /^(student|employee)#/.test(String(pk)))).toEqual([]);
    const shown = await preview(out);
    expect([shown.alike, shown.names]).toEqual([[], []]);
    expect(shown.rows.filter(({ state }) => state === 'refused')).toEqual([]);
    expect(await store(out)).toMatchObject({ state: 'finished', left: [] });
    const after = withoutMarks(await tablesOf(await zipOfSchool()));
    expect(differencesOf(before, after)).toEqual([]);
    // And nothing is new in a second file of the same.
    const again = await preview(out);
    expect([again.plan, again.rows]).toEqual([null, []]);
  });

  it('has its marks of terms that are over as past marks, as its reports had them', async () => {
    const ofTerm = { year, term: 1 as const, classId: '1A', formLevel: 1 };
    await putRecords(SubjectRecordEntity, [
      // Course work 45 of 60 is 22.5 of 30; 55 of 70.
      { ...ofTerm, studentId: 'S01', subjectId: 'MATH', exam: 55, examOutOf: 70, workSum: 45, workOutOf: 60 },
      // 10 of 30, and an exam that was out of 60: 47.83.
      { ...ofTerm, studentId: 'S01', subjectId: 'ENGL', exam: 41, examOutOf: 60, workSum: 10, workOutOf: 30 },
      // Absent from the exam: the course work counts alone.
      { ...ofTerm, studentId: 'S02', subjectId: 'MATH', exam: 'Abs', workSum: 13, workOutOf: 20 },
      { ...ofTerm, studentId: 'S03', subjectId: 'MATH', exam: 'Ex', workSum: 0, workOutOf: 0 },
    ]);
    await executeActionOfTest(PeriodEntity.put({ year, term: 2, dateStart: '2026-01-05', dateEnd: '2026-04-02' }));
    await executeActionOfTest(CurrentPeriodEntity.put({ year, term: 2 }));
    const out = await zipOfSchool();
    const before = withoutMarks(await tablesOf(out));
    expect((await preview(out)).notes).toContain(
      '8 results are of terms of which the school has marks of the same student itself. These count.',
    );
    await emptySchool();
    const shown = await preview(out);
    expect([shown.alike, shown.names]).toEqual([[], []]);
    expect(shown.rows.filter(({ state }) => state === 'refused')).toEqual([]);
    expect(await store(out)).toMatchObject({ state: 'finished', left: [] });
    const marks = (
      await inParallel(['S01', 'S02', 'S03'], { atOnce: 3, does: (id) => EarlierMarksEntity.get({ studentId: id }) })
    ).flatMap(
      (one) => one?.marks.map(({ year: of, term, subject, mark }) => [one.studentId, of, term, subject, mark]) ?? [],
    );
    expect(marks).toEqual([
      ['S01', 2025, 1, 'English Language', '57.8'],
      ['S01', 2025, 1, 'Mathematics', '77.5'],
      ['S02', 2025, 1, 'Mathematics', '65'],
      ['S03', 2025, 1, 'Mathematics', 'Ex'],
    ]);
    expect(differencesOf(before, withoutMarks(await tablesOf(await zipOfSchool())))).toEqual([]);
    const again = await preview(out);
    expect([again.plan, again.rows]).toEqual([null, []]);
  });

  it('keeps up with the first by its files of changes alone', async () => {
    await enrich();
    const out = await zipOfSchool();
    const { takenAt } = await changesOfSchool('9999');
    await Promise.all([
      changeRecordOfTest(StudentEntity, { studentId: 'S11' }, { lastName: 'Married' }),
      changeRecordOfTest(StudentEntity, { studentId: 'S12' }, { status: 'archived' }),
      changeRecordOfTest(EmployeeEntity, { employeeId: 'T3' }, { firstName: 'Other' }),
      putRecords(StudentEntity, [
        { studentId: 'S19', classId: '1B', formLevel: 1, status: 'current', firstName: 'New', lastName: 'Comer' },
      ]),
      putRecords(StudentSubjectAssignmentEntity, [
        { studentId: 'S19', subjectId: 'MATH', classId: '1B', formLevel: 1, firstName: 'New', lastName: 'Comer' },
      ]),
      executeActionOfTest(LessonEntity.delete({ employeeId: 'T3', year, subjectId: 'MATH', classId: '2A' })),
    ]);
    const { zip: changes } = await changesOfSchool(takenAt);
    expect((await validateRosterZip(changes)).faults).toEqual([]);
    const wanted = withoutMarks(await tablesOf(await zipOfSchool()));
    const given = await tablesOf(changes);
    expect(given['users.csv']?.slice(1).map((row) => [row[4], row[1]])).toHaveLength(4);

    await emptySchool();
    expect(await store(out)).toMatchObject({ state: 'finished', left: [] });
    expect(differencesOf(wanted, withoutMarks(await tablesOf(await zipOfSchool())))).not.toEqual([]);
    const said: SaidOfFile = { alike: { 'deleted students': 'yes' } };
    const shown = await preview(changes, said);
    expect(shown.rows.filter(({ state }) => state === 'refused')).toEqual([]);
    expect(await store(changes, said)).toMatchObject({ state: 'finished', left: [] });
    expect(differencesOf(wanted, withoutMarks(await tablesOf(await zipOfSchool())))).toEqual([]);
  });

  it('is compared by every field: one that is lost is seen', async () => {
    const before = withoutMarks(await tablesOf(await zipOfSchool()));
    for (const [name, [headings = [], first = []]] of Object.entries(before)) {
      for (const [index, heading] of headings.entries()) {
        if ((first[index] ?? '') === '' || heading === 'dateLastModified') continue;
        const changed = structuredClone(before);
        const row = changed[name]?.[1];
        if (row) row[index] = '';
        expect([name, heading, differencesOf(before, changed).length]).toEqual([name, heading, 2]);
      }
    }
    const { 'users.csv': _users, ...lost } = before;
    expect(differencesOf(before, lost)).toHaveLength((before['users.csv']?.length ?? 0) - 1);
  });
});
