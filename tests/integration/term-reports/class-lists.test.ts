import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { school } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { changeRecordOfTest, deleteRecords, executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addStudents, studentIdsOfClasses, term, year } from '../../support/school/small-school.ts';

const { readClassTermReports, listClassesWithReports } = termReportsContract;

describe('the lists of the term reports screen', () => {
  const { as } = schoolForTests();
  const clients = { mona: as('T1'), eric: as('T2'), dina: as('T3'), admin: as('A1') };

  const list = (classId: string, change: { year?: string; term?: string } = {}, client = clients.admin) =>
    client.call(readClassTermReports, { class_id: classId, year: String(year), term: String(term), ...change });
  const line = async (classId: string, studentId: string, change = {}) =>
    (await list(classId, change)).body.data.find((one) => one.student_id === studentId);

  const summary = (one: Output<typeof readClassTermReports>['data'][number]) => {
    const { student_id, name, registered, entered, of, average } = one;
    return { student_id, name, registered, entered, of, average };
  };

  describe('of classes', () => {
    it.each([
      ['mona', [['1A', 'form teacher']]],
      [
        'dina',
        [
          ['1A', 'dean'],
          ['1B', 'dean'],
        ],
      ],
      // A teacher of subjects alone.
      ['eric', []],
    ] as const)('are those where %s has a post', async (name, posts) => {
      const { body } = await clients[name].call(listClassesWithReports, {});
      expect(body).toEqual(posts.map(([id, post]) => ({ id, form_level: 1, as: post })));
    });

    it('are those of the requested year, by the posts of that year', async () => {
      const before = { employeeId: 'T1', year: year - 1, classId: '4B', formLevel: 4, name: 'Mona Núñez' };
      await executeActionOfTest(ClassPostEntity.put({ ...before, as: 'form teacher' }));
      const ofYear = async (asked: number) =>
        (await clients.mona.call(listClassesWithReports, { year: String(asked) })).body;
      expect(await ofYear(year - 1)).toEqual([{ id: '4B', form_level: 4, as: 'form teacher' }]);
      expect(await ofYear(year)).toEqual([{ id: '1A', form_level: 1, as: 'form teacher' }]);
      expect((await list('4B', { year: String(year - 1) }, clients.mona)).body.posts).toEqual(['form teacher']);
      expect((await list('4B', {}, clients.mona)).status).toBe(403);
      await executeActionOfTest(ClassPostEntity.delete({ ...before, as: 'form teacher' }));
    });

    it('name every class of the school for an admin, in the school’s order', async () => {
      const { body } = await clients.admin.call(listClassesWithReports, {});
      expect(body.length).toBeGreaterThan(20);
      expect(body).toEqual(school().formClasses.map(({ id, form_level }) => ({ id, form_level, as: 'admin' })));
    });

    it('name a class once, as the form teacher’s, for somebody who is its dean too; by level', async () => {
      const post = { employeeId: 'T2', year, name: 'Eric Ali' };
      const posts = [
        { ...post, classId: '4A', formLevel: 4, as: 'dean' as const },
        { ...post, classId: '1B', formLevel: 1, as: 'dean' as const },
        { ...post, classId: '1B', formLevel: 1, as: 'form teacher' as const },
        // A post of another year counts for nothing today.
        { ...post, year: year - 1, classId: '1A', formLevel: 1, as: 'form teacher' as const },
      ];
      await putRecords(ClassPostEntity, posts);
      const { body } = await clients.eric.call(listClassesWithReports, {});
      await deleteRecords(ClassPostEntity, posts);
      expect(body).toEqual([
        { id: '1B', form_level: 1, as: 'form teacher' },
        { id: '4A', form_level: 4, as: 'dean' },
      ]);
    });
  });

  describe('of a class', () => {
    it('name its students with nothing entered, by name', async () => {
      const { status, body } = await list('1B');
      expect(status).toBe(200);
      expect(body).toMatchObject({ form_level: 1, is_music_class: true, posts: [] });
      expect({ ...body, data: body.data.map(summary) }).toMatchObject({
        class_id: '1B',
        year,
        term,
        data: studentIdsOfClasses['1B'].map((id) => ({
          student_id: id,
          name: `Lastname ${id}, Pupil ${id}`,
          registered: true,
          entered: 0,
          of: 2,
          average: null,
        })),
      });
    });

    it('show the average over the subjects entered, and how many they are', async () => {
      await putRecord('S01', 'MATH', { workSum: 5, workOutOf: 8, exam: 45.5 });
      // 18.75 of 30 is shown as 18.8; with 45.5 of 70 that is 64.3, and with 90 in English 77.15 on average.
      expect(await line('1A', 'S01')).toMatchObject({ entered: 1, of: 2, average: '64.3' });
      await putRecord('S01', 'ENGL', { workSum: 20, workOutOf: 20, exam: 60 });
      expect(await line('1A', 'S01')).toMatchObject({ entered: 2, of: 2, average: '77.2' });
      await putRecord('S02', 'ENGL', { exam: 70 });
      expect(await line('1A', 'S02')).toMatchObject({ entered: 0, of: 2, average: null });
    });

    it('name students who are not registered this term, marked as such', async () => {
      await executeActionOfTest(TermReportEntity.delete({ studentId: 'S03', year, term }));
      await putRecord('S03', 'MATH', { workSum: 10, workOutOf: 20, exam: 35 });
      await executeActionOfTest(TermReportEntity.delete({ studentId: 'S04', year, term }));
      expect(await line('1A', 'S03')).toMatchObject({ registered: false, entered: 1, of: 1, average: '50.0' });
      expect(await line('1A', 'S04')).toMatchObject({ registered: false, entered: 0, of: 0, average: null });
      expect(await line('1A', 'S05')).toMatchObject({ registered: true });
    });

    it('of another term name the students with a report or marks then, not those in the class today', async () => {
      expect((await list('1B', { term: '2' })).body.data).toEqual([]);
      const then = { year, term: 2 as const, classId: '1B', formLevel: 1 };
      await executeActionOfTest(TermReportEntity.put({ ...then, studentId: 'S11', subjectIds: ['MATH'] }));
      await putRecord('S12', 'MATH', { workSum: 3, workOutOf: 4 }, { term: 2, classId: '1B' });
      expect((await list('1B', { term: '2' })).body.data.map(summary)).toEqual([
        { student_id: 'S11', name: 'Lastname S11, Pupil S11', registered: true, entered: 0, of: 1, average: null },
        { student_id: 'S12', name: 'Lastname S12, Pupil S12', registered: false, entered: 1, of: 1, average: '75.0' },
      ]);
      expect((await list('1B')).body.data).toHaveLength(3);
    });

    it('keep a student who has moved to another class or left since', async () => {
      await addStudents('1B', ['M1', 'M2']);
      await putRecord('M1', 'MATH', { workSum: 20, workOutOf: 20, exam: 70 }, { classId: '1B' });
      await changeRecordOfTest(StudentEntity, { studentId: 'M1' }, { classId: '1A', formLevel: 1 });
      await changeRecordOfTest(StudentEntity, { studentId: 'M2' }, { status: 'archived', classId: '1B' });
      expect(await line('1B', 'M1')).toMatchObject({ registered: true, entered: 1, average: '100' });
      expect(await line('1B', 'M2')).toMatchObject({ registered: true, entered: 0 });
      expect((await list('1B')).body.data.map((one) => one.student_id)).toEqual(
        ['S11', 'S12', 'S13', 'M1', 'M2'].sort(),
      );
      expect(await line('1A', 'M2')).toBeUndefined();
    });
  });

  async function putRecord(
    studentId: string,
    subjectId: string,
    marks: { workSum?: number; workOutOf?: number; exam?: number },
    where: { term?: 1 | 2 | 3; classId?: string } = {},
  ): Promise<void> {
    const examOutOf = marks.exam === undefined ? {} : { examOutOf: 70 };
    const record = { studentId, year, term, subjectId, classId: '1A', formLevel: 1, ...marks, ...examOutOf, ...where };
    await executeActionOfTest(SubjectRecordEntity.put(record));
  }
});
