import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity } from '#functions/people/records/store.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { PromotionDecisionEntity } from '#functions/school/promotion/plan-store.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { councilWordings } from '#shared/options/sign-off/council/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { addPrincipal } from '../../../support/options/sign-off/principal.ts';
import {
  changeRecordOfTest,
  executeActionOfTest,
  putRecords,
  rebuildClassRosters,
} from '../../../support/school/records.ts';
import { addAccount, term, year, yearId } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';

const { readClassCouncil, saveClassCouncil, printCouncilMinutes } = signOffContract;
const ofTerm = { year: String(year), term: String(term) as '1' };
const ofClass = { ...ofTerm, class_id: '4A' };
const write = { year, term, class_id: '4A' };

describe('a class council', () => {
  let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
  let putBack: Awaited<ReturnType<typeof saveTableForRestore>>;
  let clients: Record<'office' | 'dean' | 'principal' | 'form teacher', TestClient>;

  beforeAll(async () => {
    school = await startSchoolOfCallers();
    await addPrincipal();
    const place = { classId: '4A', formLevel: 4 };
    await putRecords(TermReportEntity, [
      ...['S41', 'S42'].map((studentId) => ({ studentId, year, term, ...place, subjectIds: ['MATH'], timesAbsent: 1 })),
      // The term before, in a class of the year before.
      { studentId: 'S41', year: year - 1, term: 3 as const, classId: '3B', formLevel: 3, subjectIds: ['MATH'] },
    ]);
    const marks = { subjectId: 'MATH', employeeId: 'T1', examOutOf: 70, workOutOf: 30 };
    await putRecords(SubjectRecordEntity, [
      { studentId: 'S41', year, term, ...place, ...marks, exam: 35, workSum: 15 },
      { studentId: 'S42', year, term, ...place, ...marks, exam: 14, workSum: 6 },
      { studentId: 'S41', year: year - 1, term: 3, classId: '3B', formLevel: 3, ...marks, exam: 49, workSum: 21 },
    ]);
    // Those of the school of callers are promoted already.
    await executeActionOfTest(JobEntity.delete({ name: 'promote-students', key: String(year) }));
    const of = (id: string) => clientOfAccount(school.url, id);
    clients = {
      office: await of('A1'),
      dean: await of('T5'),
      principal: await of('T9'),
      'form teacher': await of('T4'),
    };
    putBack = await saveTableForRestore();
  });
  beforeEach(() => putBack());
  afterAll(() => school.stop());

  const read = async (by: keyof typeof clients = 'dean') => {
    const { status, body } = await clients[by].call(readClassCouncil, ofClass);
    expect(status).toBe(200);
    if (!body.council) throw new Error('No council');
    return body.council;
  };
  const studentOf = async (studentId: string, by: keyof typeof clients = 'dean') => {
    const student = (await read(by)).students.find(({ student_id }) => student_id === studentId);
    if (!student) throw new Error(`${studentId} is not in the council`);
    return student;
  };
  const note = (by: keyof typeof clients, text: string | null, was?: string | null) =>
    clients[by].call(saveClassCouncil, {
      ...write,
      student_id: 'S41',
      note: text,
      ...(was === undefined ? {} : { was: { note: was } }),
    });
  const decide = (by: keyof typeof clients, studentId: string, decision: string | null, was: string | null = null) =>
    clients[by].call(saveClassCouncil, { ...write, student_id: studentId, decision, was: { decision: was } });

  it('has a class’s students with the marks of the term before, of whatever class', async () => {
    const council = await read();
    expect(council).toMatchObject({ class_id: '4A', form_level: 4, term_before: { year: year - 1, term: 3 } });
    expect(council.students.map(({ student_id }) => student_id).sort()).toEqual(['S41', 'S42', 'S43', 'S44']);
    expect(await studentOf('S41')).toMatchObject({
      average: '50.0',
      rank: 1,
      before: { class_id: '3B', average: '70.0' },
      subjects: [{ title: 'Mathematics', course: 15, exam: 35, total: 50, before: 70 }],
      proposal: { to: '5A', reasons: [] },
    });
    expect((await studentOf('S42')).proposal).toEqual({ to: '4A', reasons: ['Average 20.0, below 40'] });
    expect(council.teachers).toEqual(['Fiona Fox', 'Mona Núñez', 'Otto Dean']);
  });

  it('is held by dean, principal and office, and each sees their own classes', async () => {
    const classesOf = async (by: keyof typeof clients) =>
      (await clients[by].call(readClassCouncil, ofTerm)).body.classes.map(({ class_id }) => class_id);
    expect(await classesOf('dean')).toEqual(['4A']);
    expect(await classesOf('form teacher')).toEqual([]);
    expect(await classesOf('principal')).toEqual(await classesOf('office'));
    expect((await clients['form teacher'].call(readClassCouncil, ofClass)).status).toBe(403);
    expect((await clients.principal.call(readClassCouncil, { ...ofTerm, class_id: '1A' })).status).toBe(200);
  });

  it('is held no more by a dean who lost the post meanwhile', async () => {
    expect((await note('dean', 'Before.')).status).toBe(200);
    await executeActionOfTest(ClassPostEntity.delete({ employeeId: 'T5', year, as: 'dean', classId: '4A' }));
    expect((await note('dean', 'After.')).status).toBe(403);
    expect((await decide('dean', 'S41', '4A')).status).toBe(403);
    expect((await clients.dean.call(readClassCouncil, ofClass)).status).toBe(403);
    expect((await studentOf('S41', 'principal')).note).toBe('Before.');
  });

  it('is written only while the post is still held', async () => {
    const losePost = (by: 'dean' | 'principal') =>
      executeActionOfTest(
        by === 'dean'
          ? ClassPostEntity.delete({ employeeId: 'T5', year, as: 'dean', classId: '4A' })
          : EmployeeEntity.update({ employeeId: 'T9' }, { set: { postId: 3 } }),
      );
    const acts = {
      note: (by: 'dean' | 'principal') => note(by, 'Too late.'),
      meeting: (by: 'dean' | 'principal') => clients[by].call(saveClassCouncil, { ...write, remarks: 'Too late.' }),
      decision: (by: 'dean' | 'principal') => decide(by, 'S41', '4A'),
    };
    for (const by of ['dean', 'principal'] as const)
      for (const [what, act] of Object.entries(acts)) {
        const [done] = await runBetweenReadAndWrite(
          () => act(by),
          () => losePost(by),
        );
        expect(done.status, `${what} by ${by}`).toBe(403);
        await putBack();
        expect([(await studentOf('S41')).note, (await studentOf('S41')).decision]).toEqual([null, null]);
      }
  });

  it('keeps the note of each, and shows a conflict to the second of two who wrote one', async () => {
    expect((await note('dean', '  Invite the parents. ', null)).body).toEqual({ note: 'Invite the parents.' });
    const second = await note('principal', 'Speak with the student.', null);
    expect([second.status, second.error?.conflict]).toMatchObject([
      409,
      { field: 'note', yours: 'Speak with the student.', theirs: 'Invite the parents.', by: 'Otto Dean' },
    ]);
    expect((await studentOf('S41')).note).toBe('Invite the parents.');
    // The choice "mine": what was seen is the other's by now.
    expect((await note('principal', 'Speak with the student.', 'Invite the parents.')).status).toBe(200);
    expect((await studentOf('S41', 'dean')).note).toBe('Speak with the student.');
    expect((await note('dean', null, 'Speak with the student.')).body).toEqual({ note: null });
    const trail = await listAuditTrail(`student#S41#${year}#${term}#council`);
    expect(trail.map(({ name, changes }) => [name, changes[0]?.after])).toEqual([
      ['Otto Dean', 'Invite the parents.'],
      ['Petra Principal', 'Speak with the student.'],
      ['Otto Dean', null],
    ]);
  });

  it('answers a repeated note as it was carried out, though somebody has changed it since', async () => {
    const key = crypto.randomUUID();
    const input = { ...write, student_id: 'S41', note: 'Once.', was: { note: null } };
    expect((await clients.dean.call(saveClassCouncil, input, { 'Idempotency-Key': key })).status).toBe(200);
    await note('principal', 'Later.', 'Once.');
    expect((await clients.dean.call(saveClassCouncil, input, { 'Idempotency-Key': key })).status).toBe(200);
    expect((await studentOf('S41')).note).toBe('Later.');
  });

  it('keeps what is said of the meeting by field', async () => {
    await clients.dean.call(saveClassCouncil, { ...write, held_on: '2025-12-01', was: { held_on: null } });
    const { body } = await clients.principal.call(saveClassCouncil, {
      ...write,
      present: 'Mona Marks\nOtto Dean',
      was: { present: null },
    });
    const meeting = { held_on: '2025-12-01', present: 'Mona Marks\nOtto Dean', others: null, remarks: null };
    expect(body).toEqual(meeting);
    expect((await read()).meeting).toEqual(meeting);
    const { status, error } = await clients.dean.call(saveClassCouncil, {
      ...write,
      present: 'Otto Dean',
      was: { present: null },
    });
    expect([status, error?.conflict?.by]).toEqual([409, 'Petra Principal']);
  });

  it('decides in the promotion plan, where the office finds it and can take it back', async () => {
    expect((await decide('dean', 'S42', '4A')).body).toEqual({ decision: '4A' });
    const student = await studentOf('S42', 'principal');
    expect([student.decision, student.decided]).toMatchObject(['4A', { from_class: '4A', by: 'Otto Dean' }]);
    const plan = (await clients.office.call(termsContract.fetchPromotionPlan, {})).body;
    expect(plan.students.find(({ student_id }) => student_id === 'S42')?.decision).toMatchObject({
      to: '4A',
      by: 'Otto Dean',
    });
    const conflict = await decide('principal', 'S42', 'Leaves');
    expect([conflict.status, conflict.error?.conflict]).toMatchObject([
      409,
      { field: 'decision', yours: 'Leaves', theirs: '4A', by: 'Otto Dean' },
    ]);
    expect((await decide('principal', 'S42', 'Leaves', '4A')).body).toEqual({ decision: 'Leaves' });
    expect((await PromotionDecisionEntity.get({ year, studentId: 'S42' }))?.to).toBe('-');
    const acts = (await clients.office.call(undoContract.listActs, { of: 'promotion-plan' })).body;
    expect(acts).toHaveLength(2);
    expect((await decide('dean', 'S42', null, 'Leaves')).body).toEqual({ decision: null });
  });

  it('refuses a decision of somebody who has changed class, and of a year that is over', async () => {
    await changeRecordOfTest(StudentEntity, { studentId: 'S42' }, { classId: '4B' });
    await rebuildClassRosters();
    expect((await decide('dean', 'S42', '4A')).status).toBe(409);
    const earlier = { ...write, year: year - 1, student_id: 'S41', decision: '4A' };
    expect((await clients.principal.call(saveClassCouncil, earlier)).status).toBe(409);
  });

  it('shows no decisions to an administrator without the plan, who writes notes all the same', async () => {
    await decide('dean', 'S42', '4A');
    await addAccount({
      accountId: 'A9',
      role: 'Admin',
      userName: 'rita',
      name: 'Rita Reports',
      permissions: [{ menu: 'termReports', action: null }],
    });
    const rita = await clientOfAccount(school.url, 'A9');
    const { council } = (await rita.call(readClassCouncil, ofClass)).body;
    expect(council?.plan).toBeNull();
    expect(council?.students.filter(({ decision }) => decision !== null)).toEqual([]);
    const input = { ...write, student_id: 'S42', decision: '4B', was: { decision: '4A' } };
    expect((await rita.call(saveClassCouncil, input)).status).toBe(403);
    expect((await rita.call(saveClassCouncil, { ...write, student_id: 'S42', note: 'Of Rita.' })).status).toBe(200);
  });

  it('takes no note on a student of another class, and no note with a decision', async () => {
    const { status, error } = await clients.dean.call(saveClassCouncil, { ...write, student_id: 'S45', note: 'No.' });
    expect([status, error?.fields?.student_id]).toEqual([422, [councilWordings.notInClass]]);
    const both = await clients.dean.call(saveClassCouncil, {
      ...write,
      student_id: 'S41',
      note: 'One.',
      decision: '4A',
    });
    expect(both.status).toBe(422);
    expect((await clients.dean.call(saveClassCouncil, { ...write, note: 'Of nobody.' })).status).toBe(422);
  });

  it('is read and printed in a closed term, and takes neither notes nor what is said of the meeting', async () => {
    await note('dean', 'Before.');
    expect((await clients.office.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    expect((await note('dean', 'After.', 'Before.')).status).toBe(423);
    expect((await clients.dean.call(saveClassCouncil, { ...write, others: 'Late.' })).status).toBe(423);
    expect((await studentOf('S41')).note).toBe('Before.');
    // A decision is the plan's, which the end of a term does not close.
    expect((await decide('dean', 'S41', '4A')).status).toBe(200);
    expect((await clients.dean.call(printCouncilMinutes, ofClass)).status).toBe(200);
  });

  it('has who left in the term, with the day, neither ranked nor proposed', async () => {
    await changeRecordOfTest(
      StudentEntity,
      { studentId: 'S41' },
      { status: 'archived', archivedIn: 'office', date_of_leaving: '2025-10-20' },
    );
    await rebuildClassRosters();
    expect(await studentOf('S41')).toMatchObject({ left: '2025-10-20', rank: null, proposal: null, average: '50.0' });
    expect(await studentOf('S42')).toMatchObject({ rank: 1 });
  });

  it('prints minutes of what is stored', async () => {
    await note('dean', 'Invite the parents.');
    await decide('dean', 'S42', '4A');
    await clients.dean.call(saveClassCouncil, { ...write, held_on: '2025-12-01', present: 'Mona Marks' });
    const { status, bytes } = await clients.dean.call(printCouncilMinutes, ofClass);
    expect(status).toBe(200);
    const { isTagged, pages } = await readPrintedPdf(bytes ?? new Uint8Array());
    const text = pages.map(({ texts }) => texts.map((one) => one.text).join(' ')).join(' ');
    expect(isTagged).toBe(true);
    for (const part of [
      'Class Council 4A',
      '01-Dec-2025',
      'Mona Marks',
      'Invite the parents.',
      'Repeats 4A',
      'Otto Dean',
    ])
      expect(text).toContain(part);
  });
});
