import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { listAllEmployees, listLessonsOfClass } from '#functions/people/records/store.ts';
import {
  listAssignmentsOfClass,
  listAssignmentsOfStudent,
  StudentSubjectAssignmentEntity,
} from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import type { MoveInPreview } from '#shared/options/move-in/contract.ts';
import { movesOf } from '../../../support/options/move-in/moves.ts';
import { tablesOf, zipOfSchool } from '../../../support/options/oneroster/school-as-zip.ts';
import { csvOf, manifestOf, otherProgramsZip, zipOf } from '../../../support/options/oneroster/zip-of-files.ts';
import { putRecords } from '../../../support/school/records.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const alike = { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } as const;
const headings = [
  ...['sourcedId', 'status', 'dateLastModified', 'classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role'],
  ...['primary', 'beginDate', 'endDate'],
];
/** Changes that have nothing but enrollments. */
const changesOf = (...rows: readonly (readonly string[])[]) =>
  zipOf({ 'manifest.csv': manifestOf({ enrollments: 'delta' }), 'enrollments.csv': csvOf(headings, ...rows) });
const enrollment = (id: string, place: string, user: string, role: string, status = 'tobedeleted') => [
  ...[id, status, '2025-10-01T08:00:00.000Z', place, 's-9', user, role, '', '', ''],
];

describe('an enrollment that is marked as deleted', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store, undo, acts } = movesOf(school);
  const rowsOf = ({ rows }: MoveInPreview) =>
    rows.map(({ kind, state, what, note }) => [kind, state, what, note]).sort();
  const idOf = async (wanted: string) =>
    (await readSubjectList()).subjects.find(({ title }) => title === wanted)?.subjectId ?? '';
  const takes = async (studentId: string) =>
    (await listAssignmentsOfStudent(studentId)).map((one) => `${one.subjectId} ${one.employeeId ?? ''}`.trim()).sort();
  const lessonsOf1A = async () => {
    const teachers = new Map((await listAllEmployees()).map((one) => [one.employeeId, one.lastName]));
    return (await listLessonsOfClass('1A', year))
      .map((one) => `${one.subjectId} ${teachers.get(one.employeeId)}`)
      .sort();
  };

  it('takes subject and lesson away where nothing was entered, and an undo gives them back', async () => {
    await store(await otherProgramsZip(), { alike });
    const [geology, latin] = [await idOf('Geology'), await idOf('Latin')];
    await putRecords(SubjectRecordEntity, [
      { studentId: '00702', subjectId: geology, year, term, classId: '1A', formLevel: 1, exam: 30, examOutOf: 70 },
      // Typed and cleared: nothing is entered.
      { studentId: '00701', subjectId: geology, year, term, classId: '1A', formLevel: 1 },
    ]);
    const before = [await takes('00701'), await takes('00702'), await lessonsOf1A()];
    expect(before).toEqual([
      [geology],
      [geology],
      [`${geology} Bell`, `${latin} Ali`, 'ENGL Ali', 'MATH Núñez'].sort(),
    ]);
    const changes = await changesOf(
      enrollment('e-6', 'k-g', 'u-s1', 'student'),
      enrollment('e-7', 'k-g', 'u-s2', 'student'),
      enrollment('e-5', 'k-g', 'u-t1', 'teacher'),
      enrollment('e-8', 'k-l', 'u-t2', 'teacher'),
      enrollment('e-2', 'k-1a', 'u-s1', 'student'),
      // Of what nobody has.
      enrollment('e-77', 'k-77', 'u-s1', 'student'),
      enrollment('e-78', 'k-g', 'u-77', 'student'),
    );
    const shown = await preview(changes);
    expect(rowsOf(shown)).toEqual([
      ['lessons', 'refused', 'Anna Bell: Geology, 1A', 'Students of the class have marks in it: the lesson stays.'],
      ['lessons', 'removed', 'Sam Ali: Latin, 1A', 'To be taken away.'],
      ['takers', 'refused', 'Kim Lee, 1A: Geology', 'Marks have been entered this term: the subject stays.'],
      ['takers', 'removed', 'Anaïs Baptiste, 1A: Geology', 'To be taken away.'],
    ]);
    expect(shown.counts).toEqual([
      { kind: 'lessons', new: 0, changed: 0, removed: 1, same: 0, refused: 1 },
      { kind: 'takers', new: 0, changed: 0, removed: 1, same: 0, refused: 1 },
    ]);
    expect(shown.notes).toContain(
      '1 enrollment of form classes, or with a last day, has ended. Students stay in their form class until they are in another one, and form teachers until another is named.',
    );
    const done = await store(changes);
    expect(done).toMatchObject({
      state: 'finished',
      left: [],
      done: [
        { kind: 'lessons', rows: 1 },
        { kind: 'takers', rows: 1 },
      ],
    });
    expect([await takes('00701'), await takes('00702'), await lessonsOf1A()]).toEqual([
      [],
      [geology],
      [`${geology} Bell`, 'ENGL Ali', 'MATH Núñez'].sort(),
    ]);
    const again = await preview(changes);
    expect([again.plan, again.counts.map(({ same, removed }) => [same, removed])]).toEqual([
      null,
      [
        [1, 0],
        [1, 0],
      ],
    ]);
    // One kind, and then all of it.
    const part = (await acts()).find(
      ({ what, undone_at }) => what.startsWith('Only Lessons (1)') && undone_at === null,
    );
    expect(await undo(part?.undo ?? '')).toMatchObject({ state: 'finished', left: [] });
    expect(await lessonsOf1A()).toEqual(before[2]);
    expect(await takes('00701')).toEqual([]);
    expect(await undo(done.run)).toMatchObject({ state: 'finished', left: [] });
    expect([await takes('00701'), await takes('00702'), await lessonsOf1A()]).toEqual(before);
  });

  it('leaves what marks were entered in after the preview, and says so', async () => {
    await store(await otherProgramsZip(), { alike });
    const geology = await idOf('Geology');
    const changes = await changesOf(
      enrollment('e-6', 'k-g', 'u-s1', 'student'),
      enrollment('e-5', 'k-g', 'u-t1', 'teacher'),
    );
    const { plan } = await preview(changes);
    expect(plan).not.toBeNull();
    const done = await store(changes, {}, undefined, async () => {
      await putRecords(SubjectRecordEntity, [
        { studentId: '00701', subjectId: geology, year, term, classId: '1A', formLevel: 1, workSum: 3, workOutOf: 10 },
      ]);
    });
    expect(done.left.map(({ kind, reason }) => [kind, reason]).sort()).toEqual([
      ['lessons', 'Students of the class have marks in it: the lesson stays.'],
      ['takers', 'Marks have been entered this term: the subject stays.'],
    ]);
    expect(await takes('00701')).toEqual([geology]);
  });

  it('takes nothing away that the file has again', async () => {
    await store(await otherProgramsZip(), { alike });
    const changes = await changesOf(
      enrollment('e-6', 'k-g', 'u-s1', 'student'),
      enrollment('e-60', 'k-g', 'u-s1', 'student', 'active'),
      enrollment('e-8', 'k-l', 'u-t2', 'teacher'),
      enrollment('e-80', 'k-l', 'u-t2', 'teacher', 'active'),
    );
    expect(rowsOf(await preview(changes))).toEqual([]);
  });

  it('of a group of a divided class is of those who are in it', async () => {
    await putRecords(
      StudentSubjectAssignmentEntity,
      (await listAssignmentsOfClass('1A'))
        .filter(({ studentId, subjectId }) => studentId === 'S01' && subjectId === 'MATH')
        .map((one) => ({ ...one, employeeId: 'T1' })),
    );
    await putRecords(
      StudentSubjectAssignmentEntity,
      (await listAssignmentsOfClass('1A'))
        .filter(({ studentId, subjectId }) => studentId === 'S02' && subjectId === 'MATH')
        .map((one) => ({ ...one, employeeId: 'T2' })),
    );
    const tables = await tablesOf(await zipOfSchool());
    const idOfClass = (title: string) => tables['classes.csv']?.find((row) => row[3] === title)?.[0] ?? '';
    const idOfUser = (identifier: string) => tables['users.csv']?.find((row) => row[9] === identifier)?.[0] ?? '';
    const org = tables['orgs.csv']?.[1]?.[0] ?? '';
    const deleted = (place: string, user: string) =>
      enrollment(`x-${place}-${user}`, place, user, 'student').map((cell) => (cell === 's-9' ? org : cell));
    const [ofT1, rest] = [idOfClass('Mathematics 1A, Núñez'), idOfClass('Mathematics 1A')];
    expect([ofT1, rest]).not.toContain('');
    const changes = await changesOf(
      deleted(ofT1, idOfUser('S01')),
      deleted(rest, idOfUser('S02')),
      deleted(rest, idOfUser('S03')),
    );
    expect(rowsOf(await preview(changes))).toEqual([
      ['takers', 'removed', 'Pupil S01 Lastname S01, 1A: Mathematics', 'To be taken away.'],
      ['takers', 'removed', 'Pupil S03 Lastname S03, 1A: Mathematics', 'To be taken away.'],
    ]);
    const done = await store(changes);
    expect(await takes('S01')).toEqual(['ENGL']);
    expect(await undo(done.run)).toMatchObject({ state: 'finished', left: [] });
    expect([await takes('S01'), await takes('S02')]).toEqual([
      ['ENGL', 'MATH T1'],
      ['ENGL', 'MATH T2'],
    ]);
  });

  it('of a teacher whose own students stay leaves the lesson', async () => {
    await putRecords(
      StudentSubjectAssignmentEntity,
      (await listAssignmentsOfClass('1A'))
        .filter(({ studentId, subjectId }) => studentId === 'S01' && subjectId === 'MATH')
        .map((one) => ({ ...one, employeeId: 'T1' })),
    );
    const tables = await tablesOf(await zipOfSchool());
    const place = tables['classes.csv']?.find((row) => row[3]?.startsWith('Mathematics 1A'))?.[0] ?? '';
    const user = tables['users.csv']?.find((row) => row[9] === '1')?.[0] ?? '';
    const org = tables['orgs.csv']?.[1]?.[0] ?? '';
    const changes = await changesOf(
      enrollment('x', place, user, 'teacher').map((cell) => (cell === 's-9' ? org : cell)),
    );
    expect(rowsOf(await preview(changes))).toEqual([
      ['lessons', 'refused', 'Mona Núñez: Mathematics, 1A', 'Students are assigned to the teacher: the lesson stays.'],
    ]);
  });
});
