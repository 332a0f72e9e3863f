import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ReportSignaturesEntity, signAction } from '#functions/options/sign-off/records/report-signatures.ts';
import { requirePost } from '#functions/options/sign-off/records/signing-posts.ts';
import { ClassPostEntity, EmployeeEntity } from '#functions/people/records/store.ts';
import { commit } from '#functions/platform/table/acts/commit.ts';
import { AuditRowEntity } from '#functions/platform/table/audit.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import type { Stage } from '#shared/options/sign-off/stages.ts';
import { signOffWordings } from '#shared/options/sign-off/wordings.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { addPrincipal } from '../../../support/options/sign-off/principal.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

const { countSignatures, listSignatures, signReports, takeBackSignatures } = signOffContract;
const ofTerm = { year: String(year), term: String(term) as '1' };
const ofClass = { ...ofTerm, class_id: '4A' };
const write = { year, term, class_id: '4A' };

describe('signatures of reports', () => {
  let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
  let putBack: Awaited<ReturnType<typeof saveTableForRestore>>;
  let clients: Record<Stage | 'office' | 'other', TestClient>;

  beforeAll(async () => {
    school = await startSchoolOfCallers();
    await addPrincipal();
    const key = { studentId: 'S41', year, term };
    const place = { classId: '4A', formLevel: 4 };
    await putRecords(
      TermReportEntity,
      ['S41', 'S42', 'S43'].map((studentId) => ({
        ...key,
        ...place,
        studentId,
        subjectIds: ['MATH'],
        timesAbsent: 1,
        formTeacherComments: 'Works well.',
        deanComments: 'Good.',
      })),
    );
    await putRecords(
      SubjectRecordEntity,
      ['S41', 'S42'].map((studentId) => ({
        ...key,
        ...place,
        studentId,
        subjectId: 'MATH',
        employeeId: 'T1',
        exam: 44,
        examOutOf: 70,
        workSum: 30,
        workOutOf: 50,
      })),
    );
    const of = (id: string) => clientOfAccount(school.url, id);
    clients = {
      'form teacher': await of('T4'),
      dean: await of('T5'),
      principal: await of('T9'),
      office: await of('A1'),
      other: await of('T2'),
    };
    putBack = await saveTableForRestore();
  });
  beforeEach(() => putBack());
  afterAll(() => school.stop());

  const list = async (by: keyof typeof clients = 'office') => (await clients[by].call(listSignatures, ofClass)).body;
  const lineOf = async (studentId: string) => {
    const line = (await list()).students.find(({ student_id }) => student_id === studentId);
    if (!line) throw new Error(`No line of ${studentId}`);
    return line;
  };
  const statesOf = async (studentId: string) => {
    const { stages, awaits } = await lineOf(studentId);
    return [...stages.map(({ state }) => state), awaits];
  };
  const seen = async (...ids: string[]) =>
    (await list()).students.flatMap(({ student_id, contents }) =>
      ids.includes(student_id) ? [{ student_id, contents }] : [],
    );
  const sign = async (as: Stage, ...ids: string[]) =>
    clients[as].call(signReports, { ...write, as, reports: await seen(...ids) });
  const change = (studentId: string, set: object) =>
    executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set }));

  it('go from form teacher to dean to principal', async () => {
    expect(await statesOf('S41')).toEqual(['open', 'open', 'open', 'form teacher']);
    expect((await sign('form teacher', 'S41', 'S42')).status).toBe(200);
    expect((await sign('dean', 'S41')).status).toBe(200);
    expect((await sign('principal', 'S41')).status).toBe(200);
    const { stages, awaits } = await lineOf('S41');
    expect(awaits).toBeNull();
    expect(stages.map(({ stage, state, by }) => [stage, state, by])).toEqual([
      ['form teacher', 'signed', 'Fiona Fox'],
      ['dean', 'signed', 'Otto Dean'],
      ['principal', 'signed', 'Petra Principal'],
    ]);
    expect(await statesOf('S42')).toEqual(['signed', 'open', 'open', 'dean']);
  });

  it('are refused before their turn, all of them', async () => {
    await sign('form teacher', 'S41');
    const { status, error } = await sign('dean', 'S41', 'S42');
    expect([status, error?.message]).toEqual([409, [signOffWordings.notReady('form teacher', 1)]]);
    expect(await statesOf('S41')).toEqual(['signed', 'open', 'open', 'dean']);
  });

  it('fall back by field with what changes afterwards, and stand again once it is undone', async () => {
    for (const stage of ['form teacher', 'dean', 'principal'] as const) await sign(stage, 'S41');
    const record = { studentId: 'S41', year, term, subjectId: 'MATH' };
    await executeActionOfTest(SubjectRecordEntity.update(record, { set: { exam: 12 } }));
    await change('S41', { timesAbsent: 4 });
    const { stages, awaits } = await lineOf('S41');
    expect(awaits).toBe('form teacher');
    for (const { state, changed } of stages)
      expect([state, changed]).toEqual([
        'fell back',
        [
          { text: 'Times absent', cell: 'times_absent' },
          { text: 'Exam mark of Mathematics', cell: 'MATH/exam_mark' },
        ],
      ]);
    await executeActionOfTest(SubjectRecordEntity.update(record, { set: { exam: 44 } }));
    await change('S41', { timesAbsent: 1 });
    expect(await statesOf('S41')).toEqual(['signed', 'signed', 'signed', null]);
  });

  it('of the form teacher stand while the dean writes', async () => {
    for (const stage of ['form teacher', 'dean'] as const) await sign(stage, 'S41');
    await change('S41', { deanComments: 'Better.' });
    expect(await statesOf('S41')).toEqual(['signed', 'fell back', 'open', 'dean']);
    expect((await sign('dean', 'S41')).status).toBe(200);
    expect(await statesOf('S41')).toEqual(['signed', 'signed', 'open', 'principal']);
  });

  it('are of what was seen: a report that says something else since is not signed, nor any beside it', async () => {
    const reports = await seen('S41', 'S42');
    await change('S42', { timesAbsent: 7 });
    const { status, error } = await clients['form teacher'].call(signReports, {
      ...write,
      as: 'form teacher',
      reports,
    });
    expect([status, error?.message]).toEqual([409, [signOffWordings.changedSince(1)]]);
    expect(await ReportSignaturesEntity.query({ year, term, classId: '4A' })).toEqual([]);
  });

  it('are given once, by a request that is sent again', async () => {
    const reports = await seen('S41');
    const again = () =>
      clients['form teacher'].call(
        signReports,
        { ...write, as: 'form teacher', reports },
        { idempotencyKey: '7d1c4c1e-5a0f-4b7e-9c55-0a1b2c3d4e5f' },
      );
    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    const trail = await AuditRowEntity.query({ subject: `report-signatures#${year}#${term}#4A` });
    expect(trail.map(({ changes, name, logKind }) => [name, logKind, changes])).toEqual([
      ['Fiona Fox', 'posting', [{ field: 'form teacher', before: null, after: ['S41'] }]],
    ]);
  });

  it('are listed with few requests, those for findings included', async () => {
    // What is kept of the register is made at the first reading.
    await list('dean');
    const asked: string[] = [];
    await hookTable(
      ({ command, input, send }) => {
        asked.push(`${command} ${JSON.stringify(input)}`);
        return send();
      },
      () => list('dean'),
    );
    expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(17);
  });

  it('need the post at that moment: who lost it signs nothing', async () => {
    const reports = await seen('S41');
    await executeActionOfTest(ClassPostEntity.delete({ employeeId: 'T4', year, as: 'form teacher', classId: '4A' }));
    const { status } = await clients['form teacher'].call(signReports, { ...write, as: 'form teacher', reports });
    expect(status).toBe(403);
    await putBack();
    for (const stage of ['form teacher', 'dean'] as const) await sign(stage, 'S41');
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T9' }, { set: { postId: 3 } }));
    const { status: ofPrincipal } = await clients.principal.call(signReports, { ...write, as: 'principal', reports });
    expect(ofPrincipal).toBe(403);
    expect(await statesOf('S41')).toEqual(['signed', 'signed', 'open', 'principal']);
  });

  it('are written only while the post is still held', async () => {
    const caller = { accountId: 'T4', role: 'teacher' } as never;
    const ofClass = { employeeId: 'T4', year, classId: '4A' };
    const found = { posts: [{ as: 'form teacher' as const }], employee: undefined };
    // As it was read with the session; during the request it goes to somebody else.
    const guard = requirePost({ ...ofClass, stage: 'form teacher' }, { caller, found });
    await executeActionOfTest(ClassPostEntity.delete({ ...ofClass, as: 'form teacher' }));
    const by = { caller: { accountId: 'T4', name: 'Fiona Fox' }, request: { now: new Date(), idempotencyKey: 'late' } };
    const key = { year, term, classId: '4A', studentId: 'S41' };
    const signature = { accountId: 'T4', by: 'Fiona Fox', at: '2025-11-03T12:00:00.000Z', of: {} };
    const outcome = await commit({
      by,
      changes: [signAction(key, { stage: 'form teacher', signature, read: undefined, asRead: ['form teacher'] })],
      guards: { post: guard },
      trail: { subject: 'report-signatures#test', changes: [] },
    });
    expect(outcome).toMatchObject({ refused: 'post' });
    expect(await ReportSignaturesEntity.query({ year, term, classId: '4A' })).toEqual([]);
  });

  it('come with the findings that are open, where the school has its reports checked', async () => {
    await change('S41', { formTeacherComments: 'Attends every class and' });
    const findingsOf = async () => (await list()).students.map(({ student_id, findings }) => [student_id, findings]);
    expect(await findingsOf()).toEqual([
      ['S41', 1],
      ['S42', 0],
      ['S43', 0],
      ['S44', 0],
    ]);
    switchOption('truth-check', false);
    expect(new Set((await findingsOf()).map(([, findings]) => findings))).toEqual(new Set([null]));
    switchOption('truth-check', true);
  });

  it('are of a post of one’s own', async () => {
    const reports = await seen('S41');
    for (const as of ['dean', 'principal'] as const)
      expect((await clients['form teacher'].call(signReports, { ...write, as, reports })).status).toBe(403);
    expect((await clients.other.call(listSignatures, ofClass)).status).toBe(403);
  });

  it('are taken back by the post, and not under those of the next', async () => {
    for (const stage of ['form teacher', 'dean'] as const) await sign(stage, 'S41');
    const back = (as: Stage) => clients[as].call(takeBackSignatures, { ...write, as, student_ids: ['S41', 'S42'] });
    const { status, error } = await back('form teacher');
    expect([status, error?.message]).toEqual([409, [signOffWordings.signedAfter('dean')]]);
    expect((await back('dean')).status).toBe(200);
    expect((await back('dean')).status).toBe(200);
    expect((await back('form teacher')).status).toBe(200);
    expect(await statesOf('S41')).toEqual(['open', 'open', 'open', 'form teacher']);
  });

  it('name what is missing on a report, and who holds the posts', async () => {
    const { people, students } = await list();
    expect(people).toEqual({ form_teacher: ['Fiona Fox'], dean: ['Otto Dean'], principal: ['Petra Principal'] });
    expect(students.map(({ student_id, missing }) => [student_id, missing])).toEqual([
      ['S41', []],
      ['S42', []],
      ['S43', ['Mathematics']],
      ['S44', ['English Language', 'Mathematics', 'Form teacher’s remarks', 'Dean’s remarks']],
    ]);
    expect(await list('principal')).toMatchObject({ signs_as: ['principal'] });
    expect(await list('office')).toMatchObject({ signs_as: [] });
  });

  it('are counted on the board, of the caller’s classes', async () => {
    await sign('form teacher', 'S41', 'S42', 'S43');
    await sign('dean', 'S41');
    await sign('principal', 'S41');
    await change('S42', { timesLate: 5 });
    const board = async (by: keyof typeof clients) => (await clients[by].call(countSignatures, ofTerm)).body.classes;
    const ofOffice = await board('office');
    expect(ofOffice.map(({ class_id }) => class_id)).toContain('1A');
    expect(ofOffice.find(({ class_id }) => class_id === '4A')).toEqual({
      class_id: '4A',
      form_level: 4,
      reports: 4,
      signed: 1,
      fell_back: 1,
      signs_as: [],
      awaits: { form_teacher: 2, dean: 1, principal: 0 },
      people: { form_teacher: ['Fiona Fox'], dean: ['Otto Dean'], principal: ['Petra Principal'] },
    });
    expect((await board('dean')).map(({ class_id, signs_as }) => [class_id, signs_as])).toEqual([['4A', ['dean']]]);
    expect((await board('principal')).length).toBe(ofOffice.length);
    expect(await board('other')).toEqual([]);
  });
});
