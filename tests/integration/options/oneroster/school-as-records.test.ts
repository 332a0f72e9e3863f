import { describe, expect, it, onTestFinished } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import type { GivenTable, RecordsOfTable } from '#functions/options/oneroster/school-as-records/records.ts';
import { readSchoolAsRecords } from '#functions/options/oneroster/school-as-records/school-as-records.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { schoolDay } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';

schoolForTests();

async function recordsOf<T extends GivenTable>(table: T): Promise<RecordsOfTable[T][]> {
  const school = await readSchoolAsRecords();
  const records: RecordsOfTable[T][] = [];
  for await (const record of school.of(table)) records.push(record);
  return records;
}

/** Names of people and classes by their ids. */
async function names(): Promise<(id: string) => string> {
  const known = new Map([
    ...(await recordsOf('users')).map(({ sourcedId, username }) => [sourcedId, username] as const),
    ...(await recordsOf('classes')).map(({ sourcedId, title }) => [sourcedId, title] as const),
    ...(await recordsOf('lineItems')).map(({ sourcedId, title }) => [sourcedId, title] as const),
  ]);
  return (id) => known.get(id) ?? id;
}

/** "S01 student, mona teacher": who is in a class. */
async function whoIsIn(title: string): Promise<string> {
  const nameOf = await names();
  return (await recordsOf('enrollments'))
    .filter(({ classSourcedId }) => nameOf(classSourcedId) === title)
    .map(({ userSourcedId, role, primary }) => `${nameOf(userSourcedId)} ${role}${primary ? ' first' : ''}`)
    .sort()
    .join(', ');
}

describe('the school as OneRoster records', () => {
  it('has the year and its term, which end on the day behind the last one', async () => {
    const [ofYear, ofTerm] = await recordsOf('academicSessions');
    expect(ofYear).toMatchObject({ title: '2025-2026', type: 'schoolYear', schoolYear: '2026', parentSourcedId: null });
    expect(ofTerm).toMatchObject({
      title: 'Term 1',
      type: 'term',
      startDate: '2025-09-01',
      endDate: '2025-12-13',
      parentSourcedId: ofYear?.sourcedId,
    });
  });

  it('has the form classes with their form teachers and deans, and the lessons with their teachers', async () => {
    const students = 'S01 student, S02 student, S03 student, S04 student, S05 student, S06 student';
    expect(await whoIsIn('1A')).toBe(`${students}, dina administrator, mona teacher first`);
    expect(await whoIsIn('Mathematics 1A')).toBe(`${students}, mona teacher first`);
    expect(await whoIsIn('English Language 4A')).toBe('S41 student, S42 student, S43 student, S44 student');
  });

  it('has one class a teacher where students of a class are assigned to several', async () => {
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T3', year, subjectId: 'ENGL', classId: '1B', formLevel: 1 }),
    );
    for (const [studentId, employeeId] of [
      ['S11', 'T2'],
      ['S12', 'T3'],
      ['S13', 'T3'],
    ] as const) {
      const of = { studentId, subjectId: 'ENGL' };
      await executeActionOfTest(StudentSubjectAssignmentEntity.update(of, { set: { employeeId } }));
    }
    expect(await whoIsIn('English Language 1B, Ali')).toBe('S11 student, eric teacher first');
    expect(await whoIsIn("English Language 1B, O'Brien")).toBe('S12 student, S13 student, dina teacher first');
    expect(await whoIsIn('English Language 1B')).toBe('');
  });

  it('has nobody who has left, and of students no more than names, class, date of birth and sex', async () => {
    const office = { email: 'home@family.example', phone_cell: '868', home_address: 'Here', religion_code: 'X' };
    await executeActionOfTest(
      StudentEntity.update({ studentId: 'S01' }, { set: { dateOfBirth: '2013-04-05', sex: 'Female', ...office } }),
    );
    await changeRecordOfTest(StudentEntity, { studentId: 'S06' }, { status: 'archived' });
    const users = await recordsOf('users');
    expect(users.map(({ username }) => username)).not.toContain('S06');
    expect(await whoIsIn('1A')).not.toContain('S06');
    expect(JSON.stringify([users, await recordsOf('demographics')])).not.toMatch(/family\.example|868|Here|religion/);
    const first = users.find(({ username }) => username === 'S01');
    expect(await recordsOf('demographics')).toEqual([
      {
        sourcedId: first?.sourcedId,
        status: 'active',
        dateLastModified: null,
        birthDate: '2013-04-05',
        sex: 'female',
      },
    ]);
  });

  it('has marks as reports show them: out of the scheme, with words, and who has changed class', async () => {
    const of = { year, term, subjectId: 'MATH', classId: '1A', formLevel: 1 };
    const at = '2025-12-03T15:00:00.000Z';
    await putRecords(SubjectRecordEntity, [
      { ...of, studentId: 'S01', exam: 61, examOutOf: 70, examAt: at, workSum: 18, workOutOf: 24, workAt: at },
      { ...of, studentId: 'S02', exam: 40, examOutOf: 50, examAt: at },
      { ...of, studentId: 'S03', exam: 'Abs', examAt: at },
      { ...of, studentId: 'S04', exam: 'Ex', examAt: at },
      // Is in 1B now.
      { ...of, studentId: 'S11', exam: 7, examOutOf: 70 },
      // Has left.
      { ...of, studentId: 'S06', exam: 5, examOutOf: 70 },
    ]);
    const nameOf = await names();
    const results = (await recordsOf('results')).map((one) => [
      nameOf(one.studentSourcedId),
      nameOf(one.lineItemSourcedId),
      nameOf(one.classSourcedId),
      one.score,
      one.scoreStatus,
      one.textScore,
      one.scoreDate,
      one.inProgress,
      one.missing,
    ]);
    expect(results.sort()).toEqual([
      ['S01', 'Course work', 'Mathematics 1A', 22.5, 'partially graded', null, '2025-12-03', true, false],
      ['S01', 'Examination', 'Mathematics 1A', 61, 'fully graded', null, '2025-12-03', false, false],
      ['S02', 'Examination', 'Mathematics 1A', 56, 'fully graded', '40 of 50', '2025-12-03', false, false],
      ['S03', 'Examination', 'Mathematics 1A', null, 'not submitted', 'Abs', '2025-12-03', false, true],
      ['S04', 'Examination', 'Mathematics 1A', null, 'exempt', 'Ex', '2025-12-03', false, false],
      ['S11', 'Examination', 'Mathematics 1A', 7, 'fully graded', null, '2025-12-12', false, false],
    ]);
    const items = (await recordsOf('lineItems')).filter(
      ({ classSourcedId }) => nameOf(classSourcedId) === 'Mathematics 1A',
    );
    expect(items.map(({ title, resultValueMax }) => [title, resultValueMax])).toEqual([
      ['Course work', 30],
      ['Examination', 70],
    ]);
  });

  it('has no mark of the future: one that does not say when it was entered is of today in a term that goes on', async () => {
    const last = await PeriodEntity.get({ year, term });
    onTestFinished(async () => {
      if (last) await executeActionOfTest(PeriodEntity.put(last));
    });
    await changeRecordOfTest(PeriodEntity, { year, term }, { dateEnd: '2099-12-12' });
    const before = schoolDay(new Date());
    const [found] = (await recordsOf('results')).filter(({ score }) => score === 7);
    expect([before, schoolDay(new Date())]).toContain(found?.scoreDate);
  });

  it('has the same ids each time', async () => {
    const idsOf = async () => JSON.stringify([await recordsOf('enrollments'), await recordsOf('results')]);
    expect(await idsOf()).toBe(await idsOf());
  });
});
