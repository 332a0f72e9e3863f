import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import {
  ClassPostEntity,
  LessonEntity,
  readLessonsOfTeacher as read,
  readClassPostsOfTeacher,
} from '#functions/people/records/store.ts';
import { deleteJob, readJob } from '#functions/platform/jobs/store.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfStudent, SubjectEntity } from '#functions/subjects/records/store.ts';
import { newYearWordings } from '#shared/school/wordings.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../support/school/records.ts';
import { saveTableForRestore } from '../../support/school/table-content.ts';
import { earlierYearId, newYearId, startSteppedNewYear } from './promotion/stepped-new-year.ts';

describe('taking lessons over into a new year', () => {
  let school: Awaited<ReturnType<typeof startSteppedNewYear>>;
  let back: Awaited<ReturnType<typeof saveTableForRestore>>;
  beforeAll(async () => {
    school = await startSteppedNewYear();
  });
  afterAll(() => school.stop());
  beforeEach(async () => {
    back = await saveTableForRestore();
  });
  afterEach(() => back());

  const lessonsOf = async (employeeId: string, year = 2026) => {
    return (await read(employeeId, year)).map(({ subjectId, classId }) => `${subjectId} ${classId}`).sort();
  };
  const postsOf = async (employeeId: string) => {
    return (await readClassPostsOfTeacher(employeeId, 2026))
      .map(({ as, classId, name }) => `${as} ${classId} ${name}`)
      .sort();
  };
  const takes = async (studentId: string) => {
    return (await listAssignmentsOfStudent(studentId))
      .map(({ subjectId, employeeId }) => `${subjectId} ${employeeId ?? '-'}`)
      .sort();
  };

  it('is previewed by teacher and student, and writes nothing then', async () => {
    const before = await school.content();
    expect(await school.status()).toEqual({
      academic_year_id: newYearId,
      has_lessons: false,
      from: earlierYearId,
      is_promoted: true,
      teachers: [
        {
          employee_id: 'T1',
          name: 'Abel, Ann',
          lessons: 3,
          taken: 2,
          posts: 1,
          has_left: false,
          classes_gone: [],
          subjects_ended: ['LATIN'],
        },
        {
          employee_id: 'T2',
          name: 'Bell, Ben',
          lessons: 3,
          taken: 2,
          posts: 2,
          has_left: false,
          classes_gone: ['9Z'],
          subjects_ended: [],
        },
        {
          employee_id: 'T3',
          name: 'Cole, Cyd',
          lessons: 1,
          taken: 0,
          posts: 0,
          has_left: true,
          classes_gone: [],
          subjects_ended: [],
        },
      ],
      students: [
        { student_id: 'S1', name: 'S1, Pupil', class_id: '5A', ends: ['Art'], without_teacher: [] },
        { student_id: 'S2', name: 'S2, Pupil', class_id: '5B', ends: [], without_teacher: ['Physics'] },
      ],
      taken_over: null,
      undo: null,
    });
    expect(await school.content()).toEqual(before);
  });

  it('gives the year the lessons and classes, ends what does not go on, and undoes all of it', async () => {
    const before = await school.content();
    await school.run('takeOver');
    expect([await lessonsOf('T1'), await lessonsOf('T2'), await lessonsOf('T3')]).toEqual([
      ['MATH 1A', 'MATH 5A'],
      ['PHYS 5A', 'PHYS 5B'],
      [],
    ]);
    expect(await lessonsOf('T1', 2025)).toEqual(['LATIN 1A', 'MATH 1A', 'MATH 5A']);
    expect([await postsOf('T1'), await postsOf('T2'), await postsOf('T3')]).toEqual([
      ['form teacher 1A Ann Abel'],
      ['dean 1A Ben Bell', 'dean 5A Ben Bell'],
      [],
    ]);
    expect([await takes('S1'), await takes('S2'), await takes('S3')]).toEqual([
      ['MATH -', 'PHYS T2'],
      ['PHYS -'],
      ['MATH -'],
    ]);
    expect(await school.status()).toMatchObject({
      has_lessons: true,
      from: null,
      taken_over: { run: { state: 'finished', started_by: 'Ada Office' }, from: earlierYearId, left: [] },
    });
    await school.run('undo');
    expect(await school.content()).toEqual(before);
    expect(await school.status()).toMatchObject({ has_lessons: false, from: earlierYearId, taken_over: null });
  });

  it('leaves the students alone until they are promoted', async () => {
    const promotion = await readJob('promote-students', '2025');
    if (promotion) await deleteJob(promotion);
    expect(await school.status()).toMatchObject({ is_promoted: false, students: [] });
    await school.run('takeOver');
    expect(await takes('S1')).toEqual(['ART -', 'MATH -', 'PHYS T2']);
  });

  it('is refused where the year has a lesson, was taken over already, or another year is the latest', async () => {
    await expect(school.takeOver('20242025')).rejects.toThrow('2024-2025 is not the latest year with lessons.');
    await school.run('takeOver');
    await expect(school.takeOver()).rejects.toThrow('were taken over already, by Ada Office');
    await school.run('undo');
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T2', year: 2026, subjectId: 'ART', classId: '1A', formLevel: 1 }),
    );
    await expect(school.takeOver()).rejects.toThrow(newYearWordings.hasLessons('2026-2027'));
  });

  it('is not undone for a lesson with marks, nor for a student who has moved, and says so', async () => {
    await school.run('takeOver');
    await executeActionOfTest(
      SubjectRecordEntity.put({
        studentId: 'S3',
        year: 2026,
        term: 1,
        subjectId: 'MATH',
        classId: '1A',
        formLevel: 1,
        firstName: 'Pupil',
        lastName: 'S3',
        exam: 50,
        examOutOf: 70,
        version: 1,
      } as never),
    );
    await changeRecordOfTest(
      StudentEntity,
      { studentId: 'S1' },
      { classId: '5B', status: 'current', formLevel: 5, firstName: 'Pupil', lastName: 'S1' },
    );
    await school.run('undo');
    expect([await lessonsOf('T1'), await lessonsOf('T2')]).toEqual([['MATH 1A'], []]);
    expect(await takes('S1')).toEqual(['MATH -', 'PHYS T2']);
    const { undo } = await school.status();
    expect(undo.left).toEqual([
      { name: 'Abel, Ann (1)', reason: newYearWordings.hasMarks('MATH', '1A') },
      { name: 'S1, Pupil (S1)', reason: newYearWordings.leftClass('5A') },
    ]);
  });

  it('gives back no subject that was deleted since, and says so', async () => {
    await school.run('takeOver');
    await executeActionOfTest(
      SubjectEntity.update({ subjectId: 'ART' }, { set: { deletedAt: '2026-09-01T00:00:00.000Z' } }),
    );
    await school.run('undo');
    expect([await takes('S1'), await takes('S2')]).toEqual([['MATH -', 'PHYS T2'], ['PHYS T3']]);
    expect((await school.status()).undo.left).toEqual([
      { name: 'S1, Pupil (S1)', reason: newYearWordings.subjectGone('ART') },
    ]);
  });

  it('keeps a form teacher whom the class was given meanwhile', async () => {
    await executeActionOfTest(
      ClassPostEntity.put({
        employeeId: 'T2',
        year: 2026,
        classId: '1A',
        formLevel: 1,
        as: 'form teacher',
        name: 'Ben Bell',
      }),
    );
    await school.run('takeOver');
    expect(await postsOf('T1')).toEqual([]);
    expect((await school.status()).taken_over.left).toEqual([
      { name: 'Abel, Ann (1)', reason: newYearWordings.hasFormTeacher('1A') },
    ]);
  });

  // The other halves, and all of it for a whole school, at night.
  it('ends the same, killed after each write, its answer lost', async () => {
    const before = await school.content();
    await school.run('takeOver');
    const after = await school.content();
    await school.run('undo');
    const ends = await school.killAtEach('takeOver', true);
    expect(ends.length).toBeGreaterThan(6);
    for (const [index, end] of ends.entries()) expect(end, `killed after write ${index + 1}`).toEqual(after);
    expect(await school.content()).toEqual(before);
  });

  it('is undone the same, killed before each write', async () => {
    const before = await school.content();
    await school.run('takeOver');
    const ends = await school.killAtEach('undo', false);
    expect(ends.length).toBeGreaterThan(6);
    for (const [index, end] of ends.entries()) expect(end, `killed at write ${index + 1}`).toEqual(before);
  });
});
