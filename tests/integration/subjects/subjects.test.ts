import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { WeeklyTestEntity } from '#functions/marks/records/weekly-test.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { commit } from '#functions/platform/table/acts/commit.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { deleteSubject as handler } from '#functions/subjects/assignment/delete-subject.ts';
import {
  StudentSubjectAssignmentEntity,
  subjectKey,
  subjectUnlessDeleted,
  subjectUseActions,
} from '#functions/subjects/records/store.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../support/school/table-content.ts';
import { interleave } from '../../support/step-by-step/stepped-requests.ts';

const { deleteSubject, saveSubject } = studentSubjectsContract;
const { listActs: listUndoableSubjectChanges, undoAct: undoSubjectChange } = undoContract;

describe('the subjects of the school', () => {
  const school = schoolForTests();
  let admin: TestClient;
  let second: TestClient;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A9',
      role: 'Admin',
      userName: 'second',
      name: 'Sam Second',
      permissions: [{ menu: 'studentSubjects', action: null }],
    });
    [admin, second] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A9')]);
  });

  const add = (title: string, abbr: string, client = admin) => client.call(saveSubject, { id: null, title, abbr });
  const list = async () => (await admin.call(subjectsContract.listSubjects, {})).body;
  const undo = (key: string) => admin.call(undoSubjectChange, { undo: key });

  describe('a new one', () => {
    it('has an id of its abbreviation in plain capitals, and a number where that is taken', async () => {
      expect((await add('  Éducation physique ', 'Éd. phys')).body).toEqual({
        id: 'EDPHYS',
        title: 'Éducation physique',
        abbr: 'Éd. phys',
      });
      expect((await add('Education for Physicians', 'EdPhys')).body.id).toBe('EDPHYS-2');
      expect((await add('لغة عربية', 'عربي')).body).toMatchObject({ id: 'SUBJ', title: 'لغة عربية' });
      expect((await list()).map(({ title }) => title)).toContain('Éducation physique');
    });

    it('is refused with the title or abbreviation of another, whatever their case', async () => {
      const before = await readTableContent();
      const title = await add('mathematics', 'MA');
      expect([title.status, title.error?.fields]).toEqual([
        422,
        { title: ['Another subject has this title already: MATH.'] },
      ]);
      const abbr = await add('Sums', 'math');
      expect([abbr.status, abbr.error?.fields]).toEqual([
        422,
        { abbr: ['Another subject has this abbreviation already: Mathematics.'] },
      ]);
      expect(await listChangesSince(before)).toEqual([]);
    });

    it('is refused without a title, over the limits, and with what cannot be printed', async () => {
      const before = await readTableContent();
      for (const [title, abbr] of [
        ['', 'X'],
        ['   ', 'X'],
        ['X', ''],
        ['x'.repeat(61), 'X'],
        ['X', 'x'.repeat(11)],
        ['one\ntwo', 'X'],
        ['one\u2028two', 'X'],
      ] as const) {
        expect([title, (await add(title, abbr)).status]).toEqual([title, 422]);
      }
      expect(await listChangesSince(before)).toEqual([]);
      expect((await add('x'.repeat(60), 'x'.repeat(10))).status).toBe(200);
    });

    it('is added once by two administrators at once, and one of them is refused', async () => {
      const both = await Promise.all([add('Geography', 'GEOG'), add('Geography', 'GEOG', second)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect((await list()).filter(({ abbr }) => abbr === 'GEOG')).toHaveLength(1);
    });
  });

  describe('a change', () => {
    it('writes what differs from what was seen, and tells who wrote the rest', async () => {
      const { body: art } = await add('Art', 'ART');
      const was = { title: 'Art', abbr: 'ART' };
      const renamed = await second.call(saveSubject, { id: art.id, title: 'Visual Arts', abbr: 'ART', was });
      expect(renamed.body).toEqual({ id: 'ART', title: 'Visual Arts', abbr: 'ART' });
      // Another field of the one that was seen: both changes count.
      expect((await admin.call(saveSubject, { id: art.id, title: 'Art', abbr: 'VA', was })).body).toEqual({
        id: 'ART',
        title: 'Visual Arts',
        abbr: 'VA',
      });
      const late = await admin.call(saveSubject, { id: art.id, title: 'Fine Art', abbr: 'VA', was: { title: 'Art' } });
      expect(late.status).toBe(409);
      expect(late.error?.conflict).toMatchObject({
        field: 'title',
        yours: 'Fine Art',
        theirs: 'Visual Arts',
        by: 'Sam Second',
      });
      const trail = await listAuditTrail('subject#ART');
      expect(trail.map(({ name, changes }) => [name, ...changes.map(({ after }) => after)])).toEqual([
        ['Ada Office', { title: 'Art', abbr: 'ART' }],
        ['Sam Second', 'Visual Arts'],
        ['Ada Office', 'VA'],
      ]);
    });

    it('is refused to the names of another, and of one that is not there', async () => {
      const taken = await admin.call(saveSubject, { id: 'ENGL', title: 'Mathematics', abbr: 'ENGL' });
      expect(taken.error?.fields).toEqual({ title: ['Another subject has this title already: MATH.'] });
      expect((await admin.call(saveSubject, { id: 'NONE', title: 'None', abbr: 'NONE' })).status).toBe(404);
    });
  });

  describe('deleting', () => {
    it('is refused where it is used, says where, and changes nothing', async () => {
      const before = await readTableContent();
      const refused = await admin.call(deleteSubject, { id: 'MATH' });
      expect([refused.status, refused.error?.message]).toEqual([
        409,
        [
          'An error has occured. Subject cannot be deleted. It is in use. Lessons of 2025-2026: 1A, 1B, 4A, 4B. Students: 9 in Form 1, 6 in Form 4.',
        ],
      ]);
      expect(await listChangesSince(before)).toEqual([]);
    });

    it.each([
      ['a lesson of an earlier year', 'Lessons of 2019-2020: 1B.'],
      ['one student', 'Students: 1 in Form 4.'],
      ['marks of an earlier term', 'Marks: 2019-2020 Term 2.'],
      ['a weekly test', 'Weekly tests: 1, the last in 1B on 10-Oct-2019.'],
    ] as const)('is refused for %s', async (use, said) => {
      await executeActionOfTest(PeriodEntity.put({ year: 2019, term: 2 }));
      const { id: subjectId } = (await add(`Used by ${use}`.slice(0, 60), use.slice(-10).trim())).body;
      const of1B = { year: 2019, subjectId, classId: '1B', formLevel: 1 };
      const name = { firstName: 'Pupil', lastName: 'S41' };
      const made = {
        'a lesson of an earlier year': () => executeActionOfTest(LessonEntity.put({ ...of1B, employeeId: 'T2' })),
        'one student': () =>
          executeActionOfTest(
            StudentSubjectAssignmentEntity.put({ studentId: 'S41', subjectId, classId: '4A', formLevel: 4, ...name }),
          ),
        'a weekly test': async () => {
          const test = { date: '2019-10-10', classId: '1B', subjectId, maxMark: 60, employeeId: 'T2', run: 'first' };
          await executeActionOfTest(WeeklyTestEntity.put(test));
          await executeActionOfTest(
            WeeklyTestEntity.put({ ...test, date: '2019-10-17', deletedAt: '2019-10-18T12:00:00.000Z' }),
          );
        },
        'marks of an earlier term': () =>
          executeActionOfTest(SubjectRecordEntity.put({ ...of1B, studentId: 'S11', term: 2, exam: 50 })),
      };
      await made[use]();
      expect((await admin.call(deleteSubject, { id: subjectId })).error?.message).toEqual([
        `An error has occured. Subject cannot be deleted. It is in use. ${said}`,
      ]);
    });

    it('takes it out of every list, is listed for 30 days, and is undone', async () => {
      const { body: latin } = await add('Latin', 'LAT');
      const before = await readTableContent();
      const deleted = await admin.call(deleteSubject, { id: latin.id });
      expect(deleted.body).toMatchObject({ id: 'LAT', title: 'Latin' });
      expect((await list()).map(({ id }) => id)).not.toContain('LAT');
      expect((await admin.call(deleteSubject, { id: latin.id })).status).toBe(404);
      expect((await admin.call(saveSubject, { ...latin, title: 'Greek' })).status).toBe(404);
      const [act] = (await admin.call(listUndoableSubjectChanges, { of: 'student-subjects', place: 'subjects' })).body;
      expect(act).toMatchObject({
        undo: deleted.body.undo,
        what: 'Latin deleted',
        name: 'Ada Office',
        undone_at: null,
      });
      expect((await undo(deleted.body.undo)).status).toBe(200);
      expect((await undo(deleted.body.undo)).status).toBe(409);
      expect(await list()).toContainEqual(latin);
      expect((await listChangesSince(before)).filter((key) => !/^(audit|act)#|^subjects list/.test(key))).toEqual([]);
    });

    it('leaves title and abbreviation to others, and the id to nobody; undoing is then refused', async () => {
      const { body: spanish } = await add('Spanish', 'SPAN');
      const { undo: key } = (await admin.call(deleteSubject, { id: spanish.id })).body;
      expect((await add('Spanish', 'SPAN')).body.id).toBe('SPAN-2');
      const refused = await undo(key);
      expect([refused.status, refused.error?.message]).toEqual([
        422,
        ['Another subject has this title already: SPAN.'],
      ]);
    });

    it('never leaves a use behind that was made at the same moment, however the two fall together', async () => {
      const caller = { accountId: 'A1', name: 'Ada Office' };
      const ends = new Set<string>();
      for (let at = 0; at < 12; at += 1) {
        const { id: subjectId } = (await add(`Raced ${at}`, `RACE${at}`)).body;
        const request = (what: string) => ({ now: new Date(), idempotencyKey: `A1/race-${what}-${at}` });
        const useIt = () => {
          const lesson = { employeeId: 'T1', year, subjectId, classId: '1A', formLevel: 1 };
          return commit({
            by: { caller, request: request('use') },
            changes: [LessonEntity.create(lesson)],
            guards: { subject: subjectUseActions(subjectId, { now: new Date() }) },
            trail: { subject: `lesson ${at}`, changes: [] },
          });
        };
        const remove = () =>
          handler.handle({ input: { id: subjectId }, caller, found: {}, request: request('delete') } as never);
        let turn = 0;
        const [deleted, used] = await interleave<unknown>([remove, useIt], (waiting) => {
          turn += 1;
          // The use goes in before the deletion's request number `at`.
          return turn > at && waiting.includes(1) ? 1 : (waiting[0] ?? 0);
        });
        const { subject } = await readItems({ subject: subjectKey(subjectId) });
        const isThere = subjectUnlessDeleted(subject) !== undefined;
        const isUsed = used?.status === 'fulfilled' && used.value === 'written';
        expect([at, isThere]).toEqual([at, isUsed]);
        expect([at, deleted?.status]).toEqual([at, isUsed ? 'rejected' : 'fulfilled']);
        ends.add(isUsed ? 'used' : 'deleted');
      }
      // Both ends came about, or the test looked at nothing.
      expect(ends).toEqual(new Set(['used', 'deleted']));
    });
  });

  it('a record cannot become one of a deleted subject', async () => {
    const { body: music } = await add('Music', 'MUS');
    await admin.call(deleteSubject, { id: music.id });
    const answer = await admin.call(termReportsContract.updateSubjectRecord, {
      student_id: 'S41',
      year,
      term,
      subject_id_old: 'MATH',
      subject_id_new: music.id,
    });
    expect([answer.status, answer.error?.fields]).toEqual([422, { subject_id_new: [noSuchSubject] }]);
  });
});
