import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { school } from '#functions/school/records/school.ts';
import { readStudentsWithSubjects } from '#functions/students/records/placement/promoted-student.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { newYearWordings, promotionWordings } from '#shared/school/wordings.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { startServer } from '../../../support/school/server.ts';
import { addAccount } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../../support/school/table-content.ts';

const { startPromotion, readPromotionStatus, listRecentPromotions, undoPromotion } = termsContract;
const { readOfficeLog } = reportsContract;
const few = 90;
const many = 1500;
/**
 * None is a student's record: who did what and what can be undone, how far the runs were, the school's subjects and
 * when they were given last.
 */
const isRecord = (key: string): boolean => !/^(audit#|act#|job#|subject)/.test(key);

describe('promotion', () => {
  let server: RunningSchool;
  let admin: TestClient;
  let classes: SchoolFile['formClasses'];
  let studentIds: string[];

  beforeAll(async () => {
    server = await startServer({ isDemo: false, site: 'none' });
    await executeActionOfTest(CurrentPeriodEntity.put({ year: 2025, term: 3 }));
    classes = school().formClasses;
    for (const subjectId of ['MATH', 'DRAM'])
      await executeActionOfTest(SubjectEntity.put({ subjectId, title: subjectId, abbr: subjectId }));
    await addStudents(few);
    await addAccount({
      accountId: 'A1',
      role: 'Admin',
      userName: 'admin',
      name: 'Ada Office',
      permissions: [
        { menu: 'promotion', action: null },
        { menu: 'officeLog', action: null },
      ],
    });
    admin = await clientOfAccount(server.url, 'A1');
  });
  afterAll(() => server.stop());

  async function addStudents(count: number): Promise<void> {
    studentIds = await addManyStudents({
      count,
      classes: classes.map(({ id, form_level }) => ({ classId: id, formLevel: form_level })),
      subjectIds: ['MATH'],
      // Every tenth repeats; one had left before and come back.
      vary: (index) => ({
        ...(index % 10 === 0 ? { repeater: 'Yes' } : {}),
        ...(index === 29 ? { date_of_leaving: '2020-07-01' } : {}),
      }),
    });
  }

  /** Repeats the call under one key until the run is over, as the dialog does. */
  async function follow(call: typeof startPromotion | typeof undoPromotion) {
    const key = crypto.randomUUID();
    for (;;) {
      const { status, body, error } = await admin.call(call, {}, { 'Idempotency-Key': key });
      if (status !== 200) return { status, message: error?.message[0] };
      expect(body.rows_processed).toBeLessThanOrEqual(body.total_rows);
      if (body.state !== 'running') return { status, ...body };
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const studentOf = async (studentId: string) => {
    const place = (await readStudentsWithSubjects([studentId])).get(studentId);
    if (!place) throw new Error(`${studentId} is gone`);
    return place;
  };
  const classOf = (index: number) => classes[index % classes.length] as (typeof classes)[number];
  /** Numbers of students with and without a next class, none of them a repeater. */
  const indexOf = (hasNext: boolean, skip = 0): number =>
    studentIds
      .map((_, index) => index)
      .filter((index) => index % 10 !== 0 && (classOf(index).next_class_id !== null) === hasNext)[skip] as number;

  const leavers = (): string[] =>
    studentIds.filter((_, index) => index % 10 !== 0 && classOf(index).next_class_id === null);

  it('says beforehand what it will do with each class', async () => {
    const { body } = await admin.call(readPromotionStatus, {});
    expect(body).toMatchObject({ academic_year_id: '20252026', term: 3, promotion: null, undo: null });
    expect(body.classes.reduce((sum, one) => sum + one.repeaters, 0)).toBe(few / 10);
    expect(body.classes.reduce((sum, one) => sum + one.promoted, 0)).toBe(few - few / 10);
  });

  it('is undone for all but those who were touched since, who are named with the reason', async () => {
    const leaver = studentIds[indexOf(false, 2)] ?? '';
    const [taken] = (await studentOf(leaver)).assignments;
    if (!taken) throw new Error('The leaver takes no subject');
    await executeActionOfTest(StudentSubjectAssignmentEntity.put({ ...taken, subjectId: 'DRAM' }));
    const before = await readTableContent();
    await follow(startPromotion);
    // Three of each of the seven classes without a next one, less the three repeaters of 5A; nine repeat in all.
    expect((await admin.call(readPromotionStatus, {})).body.promotion).toMatchObject({
      moved: 63,
      elsewhere: 0,
      archived: 18,
      repeated: 9,
    });
    const listed = async () => (await admin.call(listRecentPromotions, {})).body;
    const what = '2025-2026: 63 students promoted, 18 left the school, 9 repeat';
    expect(await listed()).toMatchObject([{ what, name: 'Ada Office', undone_at: null }]);
    await executeActionOfTest(
      SubjectEntity.update({ subjectId: 'DRAM' }, { set: { deletedAt: '2026-07-02T12:00:00.000Z' } }),
    );
    const touched = [indexOf(true, 1), indexOf(true, 2), indexOf(true, 3), indexOf(false, 1)].map(
      (index) => studentIds[index] ?? '',
    );
    const [telephone = '', subject = '', registered = '', returned = ''] = touched;
    await executeActionOfTest(StudentEntity.update({ studentId: telephone }, { set: { phone_cell: '868-555-0199' } }));
    const { student } = await studentOf(subject);
    const { classId, formLevel, firstName, lastName } = student;
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.put({
        studentId: subject,
        subjectId: 'CHEM',
        classId,
        formLevel,
        firstName,
        lastName,
      }),
    );
    await executeActionOfTest(TermReportEntity.put({ studentId: registered, year: 2026, term: 1, classId, formLevel }));
    await changeRecordOfTest(
      StudentEntity,
      { studentId: returned },
      { status: 'current', classId: '1A', formLevel: 1, firstName: 'First', lastName: 'Last' },
    );

    const undone = await follow(undoPromotion);
    expect(undone).toMatchObject({ state: 'finished' });
    expect(await listed()).toMatchObject([{ what, undone_at: expect.any(String) }]);
    // One line for all of them, and one for the undo: the office log of the day can be read.
    const log = await admin.call(readOfficeLog, { month: new Date().toISOString().slice(0, 7) });
    expect(log.body.lines.map(({ kind, about, student_id }) => [kind, about, student_id])).toEqual([
      ['promotion', '2025-2026', null],
      ['promotion', '2025-2026', null],
    ]);
    expect(log.body.lines.map(({ changes }) => changes.map(({ field, now }) => `${field}: ${now}`))).toEqual([
      ['Promotion undone: 77 students', 'Not undone: 4 students'],
      ['Promoted: 63 students', 'Left the school: 18 students', 'Repeat: 9 students'],
    ]);
    const left = 'left' in undone ? undone.left : [];
    expect(new Map(left.map((one) => [one.student_id, one.reason]))).toEqual(
      new Map([
        [telephone, expect.stringMatching(/^The student or the subjects were changed afterwards; now in class \w+\.$/)],
        [subject, expect.stringMatching(/changed afterwards; now in class/)],
        [registered, promotionWordings.registeredSince('2026-2027')],
        [returned, promotionWordings.takenBackSince('1A')],
        [leaver, newYearWordings.subjectGone('DRAM')],
      ]),
    );
    expect(left.every(({ name }) => name.includes(', '))).toBe(true);
    const changed = (await listChangesSince(before)).filter(
      (key) => isRecord(key) && !key.startsWith('class-rosters '),
    );
    expect(await findRosterFaults()).toEqual([]);
    // Of those who had left the record says when they came back.
    expect(new Set(changed.map((key) => /student#(\w+)/.exec(key)?.[1]))).toEqual(
      new Set([...touched, leaver, ...leavers()]),
    );
    const { student: back, assignments } = await studentOf(leaver);
    expect([back.status, assignments.map(({ subjectId }) => subjectId)]).toEqual(['current', ['MATH']]);
  });

  it('passes over those whom the undo left alone when the year is promoted again', async () => {
    const again = await follow(startPromotion);
    expect(again).toMatchObject({ state: 'finished' });
    expect('left' in again ? again.left.map(({ reason }) => reason) : []).toEqual(
      Array(4).fill(promotionWordings.keptByUndo),
    );
  });

  it('of 1,500 students and its undo leave the table as it was, but for the moment at which who had left came back', async () => {
    await executeActionOfTest(CurrentPeriodEntity.put({ year: 2030, term: 3 }));
    await addStudents(many);
    const before = await readTableContent();
    expect(await follow(startPromotion)).toMatchObject({
      state: 'finished',
      rows_processed: many - many / 10,
      left: [],
    });

    const moved = indexOf(true);
    const next = classes.find(({ id }) => id === classOf(moved).next_class_id);
    const place = { classId: next?.id, formLevel: next?.form_level };
    expect(await studentOf(studentIds[moved] ?? '')).toMatchObject({
      student: { ...place, status: 'current' },
      assignments: [place],
    });
    expect(await studentOf(studentIds[0] ?? '')).toMatchObject({ student: { classId: classOf(0).id } });
    const gone = await studentOf(studentIds[indexOf(false)] ?? '');
    expect(gone).toMatchObject({ student: { status: 'archived', roster: 'archived' }, assignments: [] });
    expect(gone.student.date_of_leaving).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((await listAuditTrail(`student#${studentIds[moved]}`)).at(-1)).toMatchObject({
      name: 'Ada Office',
      changes: [{ field: 'class', before: classOf(moved).id, after: next?.id }],
    });

    expect(await follow(startPromotion)).toEqual({
      status: 409,
      message: promotionWordings.undoFirst('2030-2031', 'Ada Office'),
    });
    expect(await follow(undoPromotion)).toMatchObject({ state: 'finished', left: [] });
    const changed = (await listChangesSince(before)).filter(
      (key) => isRecord(key) && !key.startsWith('class-rosters '),
    );
    expect(new Set(changed)).toEqual(new Set(leavers().map((studentId) => `student#${studentId} student`)));
    expect(await findRosterFaults()).toEqual([]);
    expect(await follow(undoPromotion)).toMatchObject({ status: 409 });
  }, 120_000);
});
