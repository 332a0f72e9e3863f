import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { listAllEmployees, listLessonsOfClass, readAllClassPosts } from '#functions/people/records/store.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { year } from '../../../support/school/small-school.ts';
import { readTableContent } from '../../../support/school/table-content.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn } = moveInContract;

describe('a zip of OneRoster that comes in', () => {
  const school = steppedSchoolForTests(handler);
  let keys = 0;
  const sent = (bytes: Uint8Array) => fileOf(bytes, 'roster.zip');

  async function preview(bytes: Uint8Array, said: SaidOfFile = {}) {
    const answer = await school.admin.call(previewMoveIn, { file: sent(bytes), said: JSON.stringify(said) });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.body as MoveInPreview;
  }
  const counts = ({ counts: all }: MoveInPreview) =>
    Object.fromEntries(all.map(({ kind, ...of }) => [kind, [of.new, of.changed, of.same, of.refused]]));
  async function store(bytes: Uint8Array, said: SaidOfFile = {}) {
    const { plan } = await preview(bytes, said);
    keys += 1;
    const key = { 'Idempotency-Key': `roster-${keys}` };
    const input = { file: sent(bytes), said: JSON.stringify(said), plan: plan ?? '' };
    const begun = await school.admin.call(startMoveIn, input, key);
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  const ours = { alike: { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } } as const;

  it('asks whether the file of another school is meant, and of people who are not in it; stores nothing', async () => {
    const before = await readTableContent();
    const shown = await preview(await otherProgramsZip());
    expect(shown.plan).toBeNull();
    expect(shown.sheets).toEqual([]);
    expect(shown.alike.map(({ kind, question, answer }) => [kind, question, answer])).toEqual([
      ['absent teachers', '3 teachers of the school are not in the file, as Eric Ali, 2. Archive them?', null],
      [
        'absent students',
        '15 students of the school are not in the file, as Pupil S01 Lastname S01, 1A, S01. Archive them?',
        null,
      ],
      [
        'other school',
        'The file says that it is of Riverside Secondary, 0042, which is not this school. Is it of this school all the same?',
        null,
      ],
    ]);
    expect(counts(shown)).toEqual({
      teachers: [2, 0, 0, 3],
      subjects: [2, 0, 0, 0],
      classes: [0, 1, 0, 0],
      lessons: [2, 0, 0, 0],
      students: [3, 0, 0, 15],
      takers: [2, 0, 0, 0],
    });
    expect(await readTableContent()).toEqual(before);
  });

  it('brings people, subjects, form teachers, lessons and who takes what, and shows them as the same afterwards', async () => {
    const zip = await otherProgramsZip();
    const shown = await preview(zip, ours);
    expect(shown.notes).toEqual([
      'OneRoster 1.2, the whole school.',
      '1 person is neither teacher nor student (parent) and was left out. Administrators get accounts under Administrators.',
    ]);
    expect(await store(zip, ours)).toMatchObject({ state: 'finished', left: [] });
    const employees = await listAllEmployees();
    const bell = employees.find(({ lastName }) => lastName === 'Bell');
    const ali = employees.find(({ firstName }) => firstName === 'Sam');
    expect(bell).toMatchObject({ teacherNum: 41, userName: 'abell' });
    expect(bell).not.toHaveProperty('dateOfBirth');
    // A number that no teacher can have: the next free one.
    expect(ali).toMatchObject({ teacherNum: 4, userName: 'sali' });
    const { subjects } = await readSubjectList();
    const geology = subjects.find(({ title }) => title === 'Geology');
    const latin = subjects.find(({ title }) => title === 'Latin');
    expect([geology?.abbr, latin?.abbr]).toEqual(['GEOL', 'LAT']);
    const lessons = await listLessonsOfClass('1A', year);
    expect(lessons).toContainEqual(
      expect.objectContaining({ subjectId: geology?.subjectId, employeeId: bell?.employeeId }),
    );
    expect(lessons).toContainEqual(
      expect.objectContaining({ subjectId: latin?.subjectId, employeeId: ali?.employeeId }),
    );
    expect((await readAllClassPosts(bell?.employeeId ?? '')).map(({ as, classId }) => [as, classId])).toEqual([
      ['form teacher', '1A'],
    ]);
    expect(await StudentEntity.get({ studentId: '00701' })).toMatchObject({
      firstName: 'Anaïs',
      classId: '1A',
      dateOfBirth: '2013-03-09',
    });
    expect((await listAssignmentsOfStudent('00702')).map(({ subjectId }) => subjectId)).toEqual([geology?.subjectId]);

    const again = await preview(zip, ours);
    expect(again.plan).toBeNull();
    expect(again.alike.map(({ kind }) => kind)).toEqual(['absent teachers', 'absent students']);
    expect(counts(again)).toEqual({
      teachers: [0, 0, 5, 0],
      subjects: [0, 0, 2, 0],
      classes: [0, 0, 1, 0],
      lessons: [0, 0, 2, 0],
      students: [0, 0, 18, 0],
      takers: [0, 0, 2, 0],
    });
  });
});
