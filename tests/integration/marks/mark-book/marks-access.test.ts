import { beforeAll, describe, expect, it } from 'vitest';
import { markBookWordings } from '#shared/marks/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import {
  assessmentInput1A,
  type MarkInput,
  markInput1A,
  openPage1A,
  readCourseMark1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

describe('who may open and save the marks of a mark book page', () => {
  const server = schoolForTests();
  const [mona, admin] = [server.as('T1'), server.as('A1')];

  beforeAll(async () => {
    await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 20 }));
    await save('S01', 12);
  });

  const save = (studentId: string, mark: number) =>
    mona.call(saveMarkCall, markInput1A({ student_id: studentId, assesment_number: 1, mark }));
  const line = async (studentId: string) => {
    const { courseWorkKey } = await import('#functions/marks/records/course-work.ts');
    const { readItems } = await import('#functions/platform/table/table.ts');
    return (await readItems({ line: courseWorkKey({ studentId, year, term, subjectId: 'MATH' }) })).line;
  };

  describe('belong to the teacher', () => {
    it('who may neither be impersonated nor replaced by another', async () => {
      const before = await line('S01');
      expect(before).toBeDefined();
      for (const [name, own] of [
        ['eric', 'T2'],
        ['dina', 'T3'],
      ] as const) {
        const other = await new TestClient(server.url).signIn(name, password);
        expect((await openPage1A(other)).status).toBe(403);
        for (const employee_id of ['T1', own]) {
          const input = markInput1A({ student_id: 'S01', assesment_number: 1, mark: 1, employee_id });
          const { status, error } = await other.call(saveMarkCall, input);
          expect(status).toBe(403);
          expect(error?.message).toHaveLength(1);
        }
      }
      expect(await line('S01')).toEqual(before);
    });

    it('who has no student of another class', async () => {
      const { status } = await save('S11', 1);
      expect(status).toBe(403);
      expect(await line('S11')).toBeUndefined();
    });

    it('who cannot find out which students exist', async () => {
      const stranger = await save('S11', 1);
      const nobody = await save('S99', 1);
      expect([nobody.status, nobody.error]).toEqual([stranger.status, stranger.error]);
    });
  });

  describe('of an admin', () => {
    it('are entered for the teacher, and say who entered them', async () => {
      expect((await openPage1A(admin)).status).toBe(200);
      const saved = await admin.call(saveMarkCall, markInput1A({ student_id: 'S02', assesment_number: 1, mark: 6 }));
      expect(saved.status).toBe(200);
      expect((await line('S02'))?.marks[1]).toMatchObject({ mark: 6, outOf: 20, by: 'Ada Office' });
      const { students } = (await openPage1A(mona)).body;
      expect(students.find(({ id }) => id === 'S02')?.marks).toEqual({ 1: 6 });
      expect(await readCourseMark1A(mona, 'S02')).toBe(9);
    });

    it('need the course mark permission', async () => {
      const { AccountEntity } = await import('#functions/sessions/accounts.ts');
      const clerk = await new TestClient(server.url).signIn('clerk', password);
      const attempts = async () => [
        (await openPage1A(clerk)).status,
        (await clerk.call(saveMarkCall, markInput1A({ student_id: 'S01', assesment_number: 1, mark: 6 }))).status,
        (await clerk.call(saveAssessment, assessmentInput1A({ assesment_number: 1 }))).status,
      ];
      expect(await attempts()).toEqual([403, 403, 403]);
      const permissions = [{ menu: 'courseMark' as const, action: null }];
      await writeAction(AccountEntity.update({ accountId: 'A2' }, { set: { permissions } }));
      expect(await attempts()).toEqual([200, 200, 200]);
    });

    it('answer 404 for a student who does not take the subject, or is not the teacher’s', async () => {
      const attempt = async (change: Partial<MarkInput>) => {
        const input = markInput1A({ student_id: 'S01', assesment_number: 1, mark: 6, ...change });
        const { status, error } = await admin.call(saveMarkCall, input);
        return [status, error?.message[0]];
      };
      const noStudent = markBookWordings.studentNotTaught;
      const noLesson = markBookWordings.notTaught;
      expect(await attempt({ student_id: 'S99' })).toEqual([404, noStudent]);
      expect(await attempt({ subject_id: 'PHYS' })).toEqual([404, noStudent]);
      expect(await attempt({ employee_id: 'T3' })).toEqual([404, noLesson]);
      expect(await attempt({ student_id: 'S11' })).toEqual([404, noLesson]);
    });
  });

  it('are saved with two requests where the class is named, and with three where it is not', async () => {
    const { recordTraffic } = await import('../../../support/school/table-traffic.ts');
    const requests = async (change: Partial<MarkInput>, mark: number) => {
      const input = markInput1A({ student_id: 'S03', assesment_number: 1, mark, ...change });
      const traffic = await recordTraffic(async () => expect((await mona.call(saveMarkCall, input)).status).toBe(200));
      return traffic.length;
    };
    expect(await requests({}, 1)).toBe(2);
    expect(await requests({ form_class_id: null }, 2)).toBe(3);
  });

  it('are not taken for the assessment of that number in another class of the same teacher', async () => {
    const { LessonEntity } = await import('#functions/people/records/store.ts');
    const also1B = { employeeId: 'T1', year, subjectId: 'MATH', classId: '1B' };
    await writeAction(LessonEntity.put({ ...also1B, formLevel: 1 }));
    const before = await line('S03');
    const typed = markInput1A({ student_id: 'S03', assesment_number: 1, mark: 3, form_class_id: '1B' });
    const { status, error } = await mona.call(saveMarkCall, typed);
    expect([status, error?.message[0]]).toEqual([409, markBookWordings.studentMoved]);
    expect(await line('S03')).toEqual(before);
    await writeAction(LessonEntity.delete(also1B));
  });
});
