import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysToSaveMarks, saveTypedMarks } from '#functions/marks/mark-book/save-mark.ts';
import { listLinesOfStudent } from '#functions/marks/records/course-work.ts';
import { subjectRecordKey } from '#functions/marks/records/subject-record.ts';
import { handOverLessonRow } from '#functions/people/lessons/hand-over/hand-over-row.ts';
import { handler } from '#functions/people/lessons/jobs/lambda.ts';
import { EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest, readEveryRecord } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';
import {
  listChangesSince,
  readTableContent,
  restoreAfterEach,
  saveTableForRestore,
  type TableContent,
} from '../../support/school/table-content.ts';
import { killAtEachWrite } from '../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../support/step-by-step/stepped-executions.ts';
import { interleave } from '../../support/step-by-step/stepped-requests.ts';

const { handOverLessons, previewHandOver, saveAdminLesson } = lessonsContract;
const { listActs: listLessonActs, undoAct: undoLessonAct } = undoContract;
const { readMarkBook, saveAssessment, saveMark } = markBookContract;

const mona = { employee_id: 'T1', academic_year_id: yearId };
const toDina = { ...mona, to_employee_id: 'T3', ids: ['2025-MATH-1A', '2025-MATH-L4'] };
const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term };
const isRecord = (key: string): boolean => !/^(audit|job|act)#/.test(key);

describe('a hand-over', () => {
  const school = schoolForTests();
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let admin: TestClient;
  let teacher: TestClient;
  let other: TestClient;
  let before: TableContent;

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    [admin, teacher, other] = await Promise.all([
      clientOfAccount(school.url, 'A1'),
      clientOfAccount(school.url, 'T1'),
      clientOfAccount(school.url, 'T3'),
    ]);
    for (const studentId of ['S41', 'S42', 'S43', 'S44', 'S45', 'S46'])
      await executeActionOfTest(
        StudentSubjectAssignmentEntity.update({ studentId, subjectId: 'MATH' }, { set: { employeeId: 'T1' } }),
      );
    for (const [number, total] of [
      [1, 20],
      [6, 40],
    ] as const) {
      const details = { topic: `Paper ${number}`, date: null, total, form_classes: ['4A', '4B'], form_level: 4 };
      await ok(saveAssessment, teacher, { ...page, ...details, ...(number === 6 ? {} : { assesment_number: number }) });
    }
    await type(teacher, 'T1', 'S41', 1, 15);
    await type(teacher, 'T1', 'S41', 6, 30);
    await type(teacher, 'T1', 'S45', 1, 12);
    const deleted = { ...page, form_classes: ['4A', '4B'], form_level: 4, assesment_number: 6 };
    await ok(markBookContract.deleteAssessment, teacher, deleted);
    await ok(markSheetContract.saveSubjectRecord, teacher, {
      student_id: 'S41',
      subject_id: 'MATH',
      year,
      term,
      exam_mark: 60,
    });
    before = await readTableContent();
  });
  const bringBack = restoreAfterEach();
  afterAll(() => executions.stop());

  async function ok<C extends CallRow>(call: C, client: TestClient, input: RawInput<C>): Promise<void> {
    const { status, error } = await client.call(call, input);
    if (status !== 200) throw new Error(`${call.path}: ${status} ${error?.message[0]}`);
  }
  const typing = (employee_id: string, student_id: string, assesment_number: number, mark: number) => ({
    employee_id,
    subject_id: 'MATH',
    academic_year_id: yearId,
    term,
    form_class_id: student_id === 'S45' ? '4B' : '4A',
    student_id,
    assesment_number,
    mark,
  });
  const type = (client: TestClient, employee: string, student: string, number: number, mark: number) =>
    ok(saveMark, client, typing(employee, student, number, mark));
  const pageOf = (client: TestClient, employee_id: string) =>
    client.call(readMarkBook, {
      employee_id,
      subject_id: 'MATH',
      academic_year_id: yearId,
      term: String(term) as '1',
      form_classes: '4A,4B',
      form_level: '4',
    });
  const marksOf = async (client: TestClient, employee: string) => {
    const { status, body } = await pageOf(client, employee);
    return status === 200
      ? body.students.flatMap(({ id, marks }) =>
          Object.entries(marks).map(([number, mark]) => `${id} ${number}: ${mark}`),
        )
      : status;
  };
  const linesOf = async (employee: string) =>
    (await admin.call(peopleContract.listTeacherLessonsOfYear, { employee, year: String(year) })).body.map(
      ({ id }) => id,
    );

  /** Makes the call, does what it began to the end, and asks how that went. */
  async function carryOut(
    call: typeof handOverLessons | typeof undoLessonAct,
    input: object,
    key = crypto.randomUUID(),
  ) {
    const header = { 'Idempotency-Key': key };
    const begun = await admin.call(call, input as never, header);
    if (begun.status !== 200) return { status: begun.status, message: begun.error?.message[0] };
    await executions.run(handler);
    return { status: 200, ...(await admin.call(call, input as never, header)).body };
  }
  const actOf = async () =>
    (await admin.call(listLessonActs, { of: 'lessons', ...mona })).body.find(({ undone_at }) => undone_at === null);

  it('is shown before: what would go along', async () => {
    const { body } = await admin.call(previewHandOver, { ...mona, to_employee_id: 'T2' });
    expect(body).toEqual([
      {
        id: '2025-MATH-1A',
        lesson: 'Mathematics 1A',
        form_classes: ['1A'],
        students_with_marks: 0,
        shared: [],
        is_beside: false,
      },
      {
        id: '2025-MATH-L4',
        lesson: 'Mathematics Form 4',
        form_classes: ['4A', '4B'],
        students_with_marks: 2,
        shared: [],
        is_beside: false,
      },
    ]);
  });

  it('takes lessons, page, students and entries to the other teacher, and its undo brings back the very same table', async () => {
    expect(await carryOut(handOverLessons, toDina)).toEqual({
      status: 200,
      rows_processed: 2,
      total_rows: 2,
      state: 'finished',
      left: [],
    });
    expect([await linesOf('T1'), await linesOf('T3')]).toEqual([[], ['2025-MATH-1A', '2025-MATH-L4']]);
    expect(await marksOf(other, 'T3')).toEqual(['S41 1: 15', 'S45 1: 12']);
    expect(await marksOf(teacher, 'T1')).toBe(403);
    expect(await marksOf(admin, 'T3')).toEqual(['S41 1: 15', 'S45 1: 12']);
    expect((await pageOf(other, 'T3')).body.assesments.find(({ assesment_number: n }) => n === 1)?.topic).toBe(
      'Paper 1',
    );
    // What she deleted can be brought back by the other, with its mark.
    const named = { ...page, employee_id: 'T3', form_classes: ['4A', '4B'], form_level: 4, assesment_number: 6 };
    const stored = await saveTableForRestore();
    await ok(markBookContract.restoreAssessment, other, named);
    expect(await marksOf(other, 'T3')).toContain('S41 6: 30');
    await stored();
    // The former teacher types on: refused, and nothing of the page changes.
    const typed = await teacher.call(saveMark, typing('T1', 'S41', 1, 16));
    expect(typed.status).toBe(403);
    const exam = { student_id: 'S41', subject_id: 'MATH', year, term, exam_mark: 61 };
    expect((await teacher.call(markSheetContract.saveSubjectRecord, exam)).status).toBe(403);
    const { record } = await readItems({
      record: subjectRecordKey({ studentId: 'S41', year, term, subjectId: 'MATH' }),
    });
    // Who entered it stays in history.
    expect(record).toMatchObject({ employeeId: 'T3', exam: 60, examBy: 'Mona Núñez' });

    const act = await actOf();
    expect(act?.what).toBe("Mathematics 1A, Mathematics Form 4 handed over to Dina O'Brien");
    expect(await carryOut(undoLessonAct, { undo: act?.undo })).toMatchObject({ state: 'finished', left: [] });
    expect((await listChangesSince(before)).filter(isRecord)).toEqual([]);
    expect(await marksOf(teacher, 'T1')).toEqual(['S41 1: 15', 'S45 1: 12']);
    expect(await actOf()).toBeUndefined();
  });

  const leave = async (student_id: string) =>
    ok(studentRegisterContract.archiveStudent, admin, { student_id, date_of_leaving: '2025-11-12', reason: null });
  const sheetOf = async (client: TestClient, employee_id: string) => {
    const lesson = { employee_id, subject_id: 'MATH', form_classes: '4A,4B', form_level: '4' };
    const ofTerm = { year: String(year), term: String(term) as '1' };
    const { body } = await client.call(markSheetContract.readMarkSheetOfLesson, { ...lesson, ...ofTerm });
    return body.data.map(({ student_id }) => student_id);
  };

  it('takes along who has left in the year: the other teacher sees the marks and corrects them, and the undo gives them back', async () => {
    await leave('S41');
    const stored = await readTableContent();
    expect((await admin.call(previewHandOver, { ...mona, to_employee_id: 'T2' })).body[1]?.students_with_marks).toBe(2);
    await carryOut(handOverLessons, { ...toDina, ids: ['2025-MATH-L4'] });
    expect(await sheetOf(other, 'T3')).toEqual(['S41', 'S42', 'S43', 'S44', 'S45', 'S46']);
    expect(await marksOf(other, 'T3')).toEqual(['S41 1: 15', 'S45 1: 12']);
    const act = await actOf();
    const handedOver = await saveTableForRestore();
    await type(other, 'T3', 'S41', 1, 16);
    const exam = { student_id: 'S41', subject_id: 'MATH', year, term, exam_mark: 61 };
    await ok(markSheetContract.saveSubjectRecord, other, exam);
    expect((await teacher.call(markSheetContract.saveSubjectRecord, { ...exam, exam_mark: 62 })).status).toBe(403);
    await handedOver();
    expect(await carryOut(undoLessonAct, { undo: act?.undo })).toMatchObject({ state: 'finished', left: [] });
    expect((await listChangesSince(stored)).filter(isRecord)).toEqual([]);
  });

  it('is undone for somebody who has left since it, too', async () => {
    await carryOut(handOverLessons, { ...toDina, ids: ['2025-MATH-L4'] });
    await leave('S41');
    expect(await sheetOf(other, 'T3')).toContain('S41');
    await carryOut(undoLessonAct, { undo: (await actOf())?.undo });
    expect(await sheetOf(teacher, 'T1')).toEqual(['S41', 'S42', 'S43', 'S44', 'S45', 'S46']);
    expect(await marksOf(teacher, 'T1')).toEqual(['S41 1: 15', 'S45 1: 12']);
  });

  it('leaves the documents of a term that is over with the teacher of that term, and with the marks', async () => {
    expect((await admin.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    await carryOut(handOverLessons, { ...toDina, ids: ['2025-MATH-L4'] });
    const sheet = async (bytes: Uint8Array, of: string | number) => {
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(Buffer.from(bytes) as never);
      const rows: string[] = [];
      const found = typeof of === 'number' ? workbook.worksheets[of] : workbook.getWorksheet(of);
      found?.eachRow((row) => rows.push((row.values as unknown[]).slice(1).join(' | ')));
      return rows;
    };
    const ofTerm = { year: String(year), term: String(term) as '1' };
    const events = await admin.call(markBookContract.makeSpreadsheet, { ...ofTerm, subjectId: 'MATH', formLevel: '4' });
    const filePath = /"filePath":"([^"]+)"/.exec(new TextDecoder().decode(events.bytes))?.[1] ?? '';
    const book = await sheet(
      (await admin.call(markBookContract.downloadSpreadsheet, { filePath })).bytes,
      'Mathematics',
    );
    expect(book.filter((row) => /^4[AB]/.test(row))).toEqual(['4A, 4B: Mona Núñez']);
    expect(book.find((row) => row.startsWith('S41'))).toMatch(/\| 15( \||$)/);
    const page = await other.call(markBookContract.downloadMarkBookPage, {
      employee_id: 'T3',
      subject_id: 'MATH',
      academic_year_id: yearId,
      term: String(term) as '1',
      form_level: '4',
    });
    const rows = await sheet(page.bytes, 0);
    expect(rows[1]).toContain('Mona Núñez');
    expect(rows.join()).not.toContain('Dina');
  });

  it('to a teacher who has a page of the form already leaves marks beside it, and its undo puts them into their cells again', async () => {
    const own = { ...mona, employee_id: 'T3', id: null, subject_id: 'MATH', form_classes: ['4B', '4C'] };
    await ok(saveAdminLesson, admin, own);
    const details = { topic: 'Own paper', date: null, total: 10, form_classes: ['4B', '4C'], form_level: 4 };
    await ok(saveAssessment, other, { ...page, employee_id: 'T3', ...details, assesment_number: 1 });
    const stored = await readTableContent();
    const preview = (await admin.call(previewHandOver, { ...mona, to_employee_id: 'T3' })).body;
    expect(preview.at(1)).toMatchObject({ shared: ['4B'], is_beside: true });
    expect(await carryOut(handOverLessons, { ...toDina, ids: ['2025-MATH-L4'] })).toMatchObject({
      state: 'finished',
      left: [],
    });
    expect(await marksOf(other, 'T3')).toEqual([]);
    const [line] = await listLinesOfStudent({ studentId: 'S41', year, term });
    expect(line).toMatchObject({
      page: '2025#1#MATH#L4#T3',
      marks: { '1@2025#1#MATH#L4#T1': { mark: 15, outOf: 20 } },
    });
    const act = await actOf();
    expect(await carryOut(undoLessonAct, { undo: act?.undo })).toMatchObject({ state: 'finished', left: [] });
    expect((await listChangesSince(stored)).filter(isRecord)).toEqual([]);
  });

  describe.each([
    // Every write is killed in one of the two ways.
    { isWritten: false, what: 'before every odd write', first: 1 },
    { isWritten: true, what: 'after every even write', first: 2 },
  ])('killed $what in turn', ({ isWritten, first }) => {
    const killed = { isWritten, first, every: 2 };
    const recordsOf = async () => new Map([...(await readTableContent())].filter(([key]) => isRecord(key)));

    it.each([
      // Plan, job, a transaction a row and one of what follows, notes, the act and the end.
      { act: 'ends as whole', call: handOverLessons, writes: 8 },
      // Two more, for what was kept.
      { act: 'is undone as whole', call: undoLessonAct, writes: 11 },
    ])('$act', { timeout: 300_000 }, async ({ call, writes: made }) => {
      const isUndo = call === undoLessonAct;
      await carryOut(handOverLessons, toDina);
      const input = isUndo ? { undo: (await actOf())?.undo ?? '' } : toDina;
      const end = withoutKeys(isUndo ? new Map([...before].filter(([key]) => isRecord(key))) : await recordsOf());
      if (!isUndo) await bringBack();
      const beginning = await saveTableForRestore();
      let header: Record<string, string>;
      const writes = await killAtEachWrite({
        ...killed,
        begin: async () => {
          await beginning();
          header = { 'Idempotency-Key': crypto.randomUUID() };
          return async () => {
            const { status } = await admin.call(call, input as never, header);
            if (status !== 200) throw new Error(`status ${status}`);
            await executions.run(handler);
          };
        },
        after: async (index) => {
          executions.endAll();
          await againUntilDone(call, input, header);
          expect(withoutKeys(await recordsOf()), `killed at write ${index}`).toEqual(end);
        },
      });
      expect(writes).toBe(made);
    });
  });

  /** As a page that asks again: a run that died is taken up by its next attempt. */
  async function againUntilDone(
    call: typeof handOverLessons | typeof undoLessonAct,
    input: object,
    header: Record<string, string>,
  ) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const data = await readEveryRecord(JobEntity);
      for (const { name, key } of data)
        await executeActionOfTest(JobEntity.update({ name, key }, { set: { notedAt: '2025-01-01T00:00:00.000Z' } }));
      const { body, status } = await admin.call(call, input as never, header);
      if (status === 200 && body.state === 'finished') return;
      await executions.run(handler);
    }
    throw new Error('The job did not end');
  }

  /** Keys of the run are another each time. */
  const withoutKeys = (records: ReadonlyMap<string, string>) =>
    [...records].map(([key, item]) => `${key} ${item}`.replaceAll(/2025#T1#[0-9a-f]{16}/g, 'the run')).toSorted();

  it('is refused to oneself, to somebody archived or unknown, and of what is not taught', async () => {
    expect((await admin.call(handOverLessons, { ...toDina, to_employee_id: 'T1' })).error?.fields).toHaveProperty(
      'to_employee_id',
    );
    expect((await admin.call(handOverLessons, { ...toDina, to_employee_id: 'nobody' })).status).toBe(404);
    expect((await admin.call(handOverLessons, { ...toDina, ids: ['2025-ENGL-1A'] })).error?.fields).toHaveProperty(
      'ids',
    );
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { deletedAt: '2025-10-01' } }));
    expect((await admin.call(handOverLessons, toDina)).error?.fields).toHaveProperty('to_employee_id');
  });

  it('leaves alone, with the reason, what was changed since when it is undone', async () => {
    await carryOut(handOverLessons, toDina);
    const act = await actOf();
    await executeActionOfTest(LessonEntity.delete({ employeeId: 'T3', year, subjectId: 'MATH', classId: '1A' }));
    const undone = await carryOut(undoLessonAct, { undo: act?.undo });
    expect(undone).toMatchObject({
      state: 'finished',
      left: [`Mathematics 1A: ${lessonRefusals.doesNotTeach("Dina O'Brien")}`],
    });
    expect(await marksOf(teacher, 'T1')).toEqual(['S41 1: 15', 'S45 1: 12']);
    // It stays in the list, and is undone once nothing keeps it any more.
    expect((await actOf())?.undo).toBe(act?.undo);
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T3', year, subjectId: 'MATH', classId: '1A', formLevel: 1 }),
    );
    expect(await carryOut(undoLessonAct, { undo: act?.undo })).toMatchObject({
      state: 'finished',
      total_rows: 1,
      left: [],
    });
    expect(await LessonEntity.get({ employeeId: 'T3', year, subjectId: 'MATH', classId: '1A' })).toBeUndefined();
    expect(await actOf()).toBeUndefined();
  });

  it('at the very moment of a save loses neither: the mark is on the page, or its teacher is refused', async () => {
    const caller = { accountId: 'T1', role: 'teacher', name: 'Mona Núñez' } as never;
    for (const student of ['S41', 'S42']) {
      for (const turn of [4, 10, 11]) {
        const input = typing('T1', student, 1, 7);
        const request = { now: new Date(), idempotencyKey: `T1/${crypto.randomUUID()}` } as never;
        let step = -1;
        const [saved] = await interleave<unknown>(
          [
            async () => saveTypedMarks({ input, caller, found: await readItems(keysToSaveMarks(input)), request }),
            () =>
              handOverLessonRow({
                key: '2025#T1#0000000000000000',
                run: 'run',
                row: '2025-MATH-L4',
                now: new Date(),
                caller: { accountId: 'A1', name: 'Ada Office' },
                input: {
                  year,
                  term,
                  from: 'T1',
                  to: 'T3',
                  fromName: 'Mona',
                  toName: 'Dina',
                  names: {},
                  act: 'A1/00000001',
                },
              }),
          ],
          (waiting) => {
            // The save has read what it goes by; then so many requests of the hand-over; then the save again.
            step += 1;
            const first = step > 0 && step <= turn ? 1 : 0;
            return waiting.includes(first) ? first : (waiting[0] ?? 0);
          },
        );
        const marks = await marksOf(other, 'T3');
        if (saved?.status === 'fulfilled') expect(marks, `${student}, turn ${turn}`).toContain(`${student} 1: 7`);
        else expect(String((saved as PromiseRejectedResult).reason)).toMatch(/not allowed/);
        await bringBack();
      }
    }
  });
});
