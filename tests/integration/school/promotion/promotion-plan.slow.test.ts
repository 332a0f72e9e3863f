import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { writeDecisions } from '#functions/school/promotion/plan-store.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { readStudentsWithSubjects } from '#functions/students/records/placement/promoted-student.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { SubjectEntity } from '#functions/subjects/records/store.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { leavesSchool } from '#shared/school/promotion.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { undoContract } from '#shared/undo/contract.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { changeRecordOfTest, executeActionOfTest as writeRecord } from '../../../support/school/records.ts';
import { startServer } from '../../../support/school/server.ts';
import { addAccount } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic, recordWrites } from '../../../support/school/table-traffic.ts';
import { undone } from '../../../support/undone.ts';

const {
  startPromotion,
  listPromotionFacts,
  fetchPromotionPlan,
  readPromotionStatus,
  listRecentPromotions,
  savePromotionPlan,
} = termsContract;
const { previewPromotionPlanFile, downloadPromotionPlan, undoPromotion } = termsContract;
const { listActs: listUndoablePlanActs, undoAct: undoPlanAct } = undoContract;

const year = 2025;
const academic_year_id = '20252026';
/** Three classes of ten: one with a next class, its neighbour, and one whose students leave. */
const classes = [
  { classId: '3A', formLevel: 3 },
  { classId: '3B', formLevel: 3 },
  { classId: '5A', formLevel: 5 },
];
const count = 30;

type Decision = RawInput<typeof savePromotionPlan>['decisions'][number];

describe('promotion by student', () => {
  let server: RunningSchool;
  let ada: TestClient;
  let sam: TestClient;
  let ids: string[];

  beforeAll(async () => {
    server = await startServer({ isDemo: false, site: 'none' });
    await writeRecord(CurrentPeriodEntity.put({ year, term: 3 }));
    await writeRecord(PeriodEntity.put({ year, term: 3, possibleAttendance: 100 }));
    for (const subjectId of ['MATH', 'ENGL', 'CHEM', 'DRAM'])
      await writeRecord(SubjectEntity.put({ subjectId, title: subjectId, abbr: subjectId }));
    // 27 is in 3A (27 % 3 is 0) and marked as a repeater.
    ids = await addManyStudents({
      count,
      classes,
      subjectIds: ['MATH'],
      vary: (index) => (index === 27 ? { repeater: 'Yes' } : {}),
    });
    for (const [accountId, name] of [
      ['A1', 'Ada Office'],
      ['A2', 'Sam Second'],
    ] as const)
      await addAccount({
        accountId,
        role: 'Admin',
        userName: accountId.toLowerCase(),
        name,
        permissions: [{ menu: 'promotion', action: null }],
      });
    [ada, sam] = await Promise.all([clientOfAccount(server.url, 'A1'), clientOfAccount(server.url, 'A2')]);
  });
  const bringBack = restoreAfterEach();
  afterAll(() => server.stop());

  const student = (index: number) => ids[index] ?? '';
  const classOf = (index: number) => classes[index % 3]?.classId ?? '';
  const decided = (index: number, to: string | null, was?: string | null): Decision => ({
    student_id: student(index),
    class_id: classOf(index),
    to,
    ...(was === undefined ? {} : { was }),
  });
  const save = (who: TestClient, decisions: Decision[], headers = {}) =>
    who.call(savePromotionPlan, { academic_year_id, decisions }, headers);
  const plan = async () => {
    const { body } = await ada.call(fetchPromotionPlan, {});
    return new Map(body.students.map((one) => [one.student_id, one]));
  };
  const placeOf = async (index: number) => {
    const place = (await readStudentsWithSubjects([student(index)])).get(student(index));
    return [place?.student.status, place?.student.classId, place?.student.formLevel, place?.assignments[0]?.classId];
  };
  async function follow(call: typeof startPromotion | typeof undoPromotion, who = ada) {
    const key = crypto.randomUUID();
    for (;;) {
      const { status, body, error } = await who.call(call, {}, { 'Idempotency-Key': key });
      if (status !== 200) return { status, message: error?.message[0], left: [] };
      if (body.state !== 'running') return { status, ...body };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('says of each student where the rule sends them, and what is decided, by whom and in which class', async () => {
    await save(ada, [decided(0, '3A'), decided(2, '6L1')]);
    const students = await plan();
    expect(students.size).toBe(count);
    expect(students.get(student(1))).toMatchObject({ class_id: '3B', rule_to: '4B', decision: null });
    expect(students.get(student(27))).toMatchObject({ class_id: '3A', rule_to: '3A', decision: null });
    expect(students.get(student(5))).toMatchObject({ class_id: '5A', rule_to: leavesSchool });
    expect(students.get(student(2))?.decision).toMatchObject({ to: '6L1', from_class: '5A', by: 'Ada Office' });
    expect((await ada.call(readPromotionStatus, {})).body).toMatchObject({ plan: { decided: 2, outdated: 0 } });
  });

  it('of two administrators at once loses neither’s decision, and tells the second of the first one’s about the same student', async () => {
    expect((await save(ada, [decided(0, '3A', null)])).status).toBe(200);
    expect((await save(sam, [decided(3, '3A', null)])).status).toBe(200);
    const refused = await save(sam, [decided(6, leavesSchool, null), decided(0, leavesSchool, null)]);
    expect([refused.status, refused.error?.conflict]).toEqual([
      409,
      { field: student(0), yours: 'Leaves', theirs: 'Repeats 3A', by: 'Ada Office', at: expect.any(String) },
    ]);
    const students = await plan();
    expect([0, 3, 6].map((index) => students.get(student(index))?.decision?.to)).toEqual(['3A', '3A', undefined]);
    // The same decision is no conflict, and who has seen the other's may change it.
    expect((await save(sam, [decided(0, '3A', null)])).body.undo).toBeNull();
    expect((await save(sam, [decided(0, leavesSchool, '3A')])).status).toBe(200);
  });

  it('of a school of a thousand is read in a few requests, and saved at a price of its decisions', async () => {
    const place = { classId: '1A', formLevel: 1 };
    const more = await addManyStudents({ count: 1000 - count, classes: [place], subjectIds: [], from: count });
    const decisions = more.map((student_id) => ({ student_id, class_id: '1A', to: '2B', was: null }));
    const costOf = async (work: () => Promise<unknown>) => {
      const traffic = await recordTraffic(work);
      const operations = Object.entries(Object.groupBy(traffic, ({ operation }) => operation));
      return {
        requests: Object.fromEntries(operations.map(([operation, those]) => [operation, those?.length])),
        units: traffic.reduce((sum, { units }) => sum + units, 0),
      };
    };
    const saved = await costOf(async () => expect((await save(ada, decisions)).status).toBe(200));
    // Students, decisions before and decisions after by hundreds; 96 decisions a transaction.
    expect(saved.requests).toEqual({ BatchGetItem: 34, TransactWriteItems: 11 });
    // Of each decision three are read and two written; a tenth is for the plan, the act and the trail.
    expect(saved.units).toBeLessThan(1.1 * 5 * decisions.length);
    const read = await costOf(async () =>
      expect((await ada.call(fetchPromotionPlan, {})).body.students).toHaveLength(1000),
    );
    // Session, term and run by key; students and decisions, of which a page holds a megabyte.
    expect(read.requests).toEqual({ BatchGetItem: 3, Query: 2 });
    expect(read.units).toBeLessThan(80);
  });

  it('writes each decision on the condition of the one that was there, and that no promotion has begun', async () => {
    const writes = await recordWrites(() => save(ada, [decided(0, '3A', null), decided(3, leavesSchool, null)]));
    const loose = writes.filter(({ rests }) => rests === 'none' || rests === 'exists').map(({ kind }) => kind);
    expect([...new Set(loose)].filter((kind) => !/session|plan$/.test(kind))).toEqual([]);
  });

  it('refuses what cannot be meant: twice the same student, a class that is not there, a class of before, another year', async () => {
    expect((await save(ada, [decided(0, '3A'), decided(0, leavesSchool)])).status).toBe(422);
    expect((await save(ada, [decided(0, '9Z')])).error?.message).toEqual(['The school has no class 9Z.']);
    const moved = await save(ada, [{ ...decided(0, '4A'), class_id: '3B' }]);
    expect(moved.error?.message).toEqual([promotionWordings.inOtherClass('Last 0, First 0', '3A', '3B')]);
    const other = await ada.call(savePromotionPlan, { academic_year_id: '20262027', decisions: [decided(0, '4A')] });
    expect([other.status, other.error?.message]).toEqual([409, [promotionWordings.currentYear('2025-2026')]]);
    expect([...(await plan()).values()].filter(({ decision }) => decision)).toEqual([]);
  });

  it('undoes a save of many, but for those of whom somebody else has decided since, who are named', async () => {
    const many = Array.from({ length: 10 }, (_, index) => decided(index * 3, '3A', null));
    const { undo } = (await save(ada, many)).body;
    await save(sam, [decided(0, leavesSchool, '3A')]);
    const [act] = (await ada.call(listUndoablePlanActs, { of: 'promotion-plan' })).body.filter(
      (one) => one.undo === undo,
    );
    expect(act?.what).toBe('10 students of 3A: Repeats 3A');
    const answer = await ada.call(undoPlanAct, { undo: undo ?? '' });
    expect(answer.body).toEqual(undone(promotionWordings.decidedSince('First 0 Last 0', '')));
    expect([...(await plan()).values()].flatMap(({ decision }) => decision?.to ?? [])).toEqual([leavesSchool]);
    expect((await ada.call(undoPlanAct, { undo: undo ?? '' })).error?.message).toEqual([undoWordings.undoneAlready]);
  });

  it('saves more students than a transaction takes, under one undo', async () => {
    const more = await addManyStudents({ count: 250, classes: [{ classId: '1A', formLevel: 1 }], subjectIds: [] });
    const decisions = more.map((student_id) => ({ student_id, class_id: '1A', to: '2B', was: null }));
    const { body } = await save(ada, decisions);
    expect(body.decisions.filter(({ to }) => to === '2B')).toHaveLength(250);
    expect((await ada.call(listUndoablePlanActs, { of: 'promotion-plan' })).body).toHaveLength(1);
    expect((await ada.call(undoPlanAct, { undo: body.undo ?? '' })).body).toEqual(undone());
    expect([...(await plan()).values()].filter(({ decision }) => decision)).toEqual([]);
  });

  it('is carried out exactly: decided students as decided, the others by the rule, and the counts are true', async () => {
    await save(ada, [
      decided(0, '3A'),
      decided(3, '3B'),
      decided(6, leavesSchool),
      decided(9, '4C'),
      decided(2, '6L1'),
      decided(5, '5A'),
      // Marked as a repeater, and promoted all the same.
      decided(27, '4A'),
      decided(1, '3B'),
    ]);
    // Changes class after it was decided.
    await changeRecordOfTest(StudentEntity, { studentId: student(1) }, { classId: '3A' });
    const before = (await ada.call(readPromotionStatus, {})).body;
    expect(before.plan).toEqual({ decided: 8, outdated: 1 });
    expect(before.classes.filter(({ class_id }) => class_id === '3A')).toEqual([
      // Of eleven the repeater of the plan stays, one leaves, 1 is not moved; 3 and 9 go elsewhere.
      { class_id: '3A', next_class_id: '4A', promoted: 9, leaving: 1, elsewhere: 2, repeaters: 1 },
    ]);

    const done = await follow(startPromotion);
    expect(done).toMatchObject({
      state: 'finished',
      left: [
        {
          student_id: student(1),
          name: 'Last 1, First 1',
          reason: 'Decided in class 3B: Repeats 3B. Is in class 3A now, and was not moved.',
        },
      ],
    });
    expect(await Promise.all([0, 3, 6, 9, 2, 5, 27, 1, 12, 4, 8].map(placeOf))).toEqual([
      ['current', '3A', 3, '3A'],
      ['current', '3B', 3, '3B'],
      ['archived', '3A', 3, undefined],
      ['current', '4C', 4, '4C'],
      ['current', '6L1', 6, '6L1'],
      ['current', '5A', 5, '5A'],
      ['current', '4A', 4, '4A'],
      ['current', '3A', 3, '3B'],
      ['current', '4A', 4, '4A'],
      ['current', '4B', 4, '4B'],
      ['archived', '5A', 5, undefined],
    ]);
    // 3A: 9, 27 and five by the rule; 3B: nine; 5A: one to 6L1, one repeats, eight leave.
    const counts = { moved: 17, elsewhere: 3, archived: 9, repeated: 3 };
    expect((await ada.call(readPromotionStatus, {})).body.promotion).toMatchObject(counts);
    expect((await ada.call(listRecentPromotions, {})).body[0]?.what).toBe(
      '2025-2026: 17 students promoted (3 of them to a class that was chosen), 9 left the school, 3 repeat',
    );
  });

  it('once it has begun takes no more decisions, nor their undo, and says by whom it was begun', async () => {
    const { undo } = (await save(ada, [decided(0, '3A')])).body;
    await follow(startPromotion);
    const message = [promotionWordings.undoFirst('2025-2026', 'Ada Office')];
    const refused = await save(sam, [decided(3, '3A', null)]);
    expect([refused.status, refused.error?.message]).toEqual([409, message]);
    expect((await sam.call(undoPlanAct, { undo: undo ?? '' })).error?.message).toEqual(message);
    expect((await sam.call(fetchPromotionPlan, {})).body.closed).toBe(message[0]);
    await follow(undoPromotion);
    expect(await Promise.all([0, 3].map(placeOf))).toEqual([
      ['current', '3A', 3, '3A'],
      ['current', '3A', 3, '3A'],
    ]);
    expect((await save(sam, [decided(3, '3A', null)])).status).toBe(200);
  });

  it('refuses a decision that was in flight when it began', async () => {
    const write = (key: string) =>
      writeDecisions({
        year,
        stored: new Map(),
        by: { caller: { accountId: 'A1', name: 'Ada Office' }, request: { now: new Date(), idempotencyKey: key } },
        changes: [{ studentId: student(0), before: null, after: { to: '3A', fromClass: '3A' } }],
        what: 'First 0',
        isBegun: false,
        right: [],
      });
    await follow(startPromotion);
    expect(await write('A1/on-its-way-too-late')).toMatchObject({ refused: 'promotion' });
    await follow(undoPromotion);
    expect(await write('A1/on-its-way-in-time')).toBe('written');
  });

  it('begun in the moment of a decision either carries it out or refuses it', async () => {
    for (let round = 0; round < 4; round += 1) {
      await bringBack();
      const [saved, done] = await Promise.all([save(sam, [decided(27, '4C', null)]), follow(startPromotion)]);
      expect(done).toMatchObject({ state: 'finished', left: [] });
      expect([saved.status, (await placeOf(27))[1]]).toEqual(saved.status === 200 ? [200, '4C'] : [409, '3A']);
    }
  });

  it('gives the class lists of the coming year as a workbook, with what is decided and by whom', async () => {
    await save(ada, [decided(0, '3B'), decided(2, '6L1')]);
    const { status, bytes } = await ada.call(downloadPromotionPlan, {});
    expect(status).toBe(200);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(bytes) as never);
    const lines: unknown[][] = [];
    book.worksheets[0]?.eachRow((line) => {
      const cells = (line.values as unknown[]).slice(1);
      if (ids.includes(String(cells[1]))) lines.push([cells[0], cells[1], cells[3], cells[9], cells[10]]);
    });
    expect(lines).toHaveLength(count);
    const of = (index: number) => lines.find(([, id]) => id === student(index));
    expect([0, 2, 1, 5, 27].map(of)).toEqual([
      ['3B', student(0), '3A', 'To 3B', 'Ada Office'],
      ['6L1', student(2), '5A', 'To 6L1', 'Ada Office'],
      ['4B', student(1), '3B', undefined, undefined],
      ['Leaves', student(5), '5A', undefined, undefined],
      ['3A', student(27), '3A', undefined, undefined],
    ]);
    const order = lines.map(([coming]) => String(coming));
    expect(order).toEqual(order.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  });

  describe('class lists that were filled and come back', () => {
    const look = (bytes: BlobPart) =>
      ada.call(previewPromotionPlanFile, { file: new File([bytes], 'Class Lists.xlsx') } as never);
    /** The downloaded workbook, with what somebody typed into the column Coming class. */
    async function filled(typed: Record<string, string | { formula: string }>) {
      const { bytes } = await ada.call(downloadPromotionPlan, {});
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(bytes as never);
      workbook.worksheets[0]?.eachRow((line) => {
        const cell = typed[String(line.getCell(2).value)];
        if (cell !== undefined) line.getCell(1).value = cell;
      });
      return (await workbook.xlsx.writeBuffer()) as BlobPart;
    }

    it('say what they would decide, by class, leaving and repeating, and can be saved as they are', async () => {
      await save(sam, [decided(9, '3A')]);
      const file = await filled({
        [student(0)]: '4b',
        [student(1)]: 'Leaves',
        [student(3)]: '3A',
        [student(2)]: '6L1',
        [student(9)]: 'Not decided',
      });
      const { body } = await look(file);
      expect(body.changes.map(({ student_id, class_id, was, to }) => [student_id, class_id, was, to])).toEqual(
        expect.arrayContaining([
          [student(0), '3A', null, '4B'],
          [student(1), '3B', null, leavesSchool],
          [student(3), '3A', null, '3A'],
          [student(2), '5A', null, '6L1'],
          [student(9), '3A', '3A', null],
        ]),
      );
      expect([body.changes.length, body.unchanged, body.refused_count]).toEqual([5, count - 5, 0]);
      const decisions = body.changes.map(({ student_id, class_id, was, to }) => ({ student_id, class_id, was, to }));
      expect((await save(ada, decisions)).status).toBe(200);
      const now = await plan();
      expect([0, 1, 2, 3, 9].map((index) => now.get(student(index))?.decision?.to)).toEqual([
        ...['4B', leavesSchool, '6L1', '3A'],
        undefined,
      ]);
      expect((await look(file)).body).toMatchObject({ changes: [], refused_count: 0 });
    });

    it('leave alone whom nobody changed in them, and refuse who was decided about since the download', async () => {
      const file = await filled({ [student(0)]: '4B' });
      await save(sam, [decided(0, '3A'), decided(3, leavesSchool)]);
      const { body } = await look(file);
      expect(body.changes).toEqual([]);
      expect(body.refused.map(({ reason }) => reason)).toEqual([
        promotionWordings.decidedSinceDownload('Repeats 3A, by Sam Second', ''),
      ]);
    });

    it('refuse who has changed class since, unless nothing was typed, and take a decision of an earlier class again', async () => {
      await save(ada, [decided(0, '4B')]);
      const file = await filled({ [student(0)]: '4C', [student(3)]: '4B' });
      for (const index of [0, 3, 6])
        await changeRecordOfTest(StudentEntity, { studentId: student(index) }, { classId: '3B', formLevel: 3 });
      expect((await look(file)).body.refused.map(({ reason }) => reason)).toEqual([
        promotionWordings.inClassNow('3B', '3A'),
        promotionWordings.inClassNow('3B', '3A'),
      ]);
      const again = await filled({ [student(0)]: '4B' });
      const { body } = await look(again);
      expect(body.changes.map(({ student_id, class_id, was, to }) => [student_id, class_id, was, to])).toEqual([
        [student(0), '3B', '4B', '4B'],
      ]);
    });

    it('refuse classes that the school does not have, formulas, ids of nobody and a student who is there twice', async () => {
      const list = new ExcelJS.Workbook();
      const sheet = list.addWorksheet('Mine');
      sheet.addRows([
        ['Anything'],
        ['student id', 'COMING  CLASS'],
        [student(0), '9Z'],
        [student(1), { formula: 'A1' }],
        ['NOBODY', '4A'],
        [student(2), '6L1'],
        [student(2), '6L1'],
        ['', '4A'],
        [student(3), ''],
      ]);
      const { body } = await look((await list.xlsx.writeBuffer()) as BlobPart);
      expect(body.changes.map(({ row, to }) => [row, to])).toEqual([[6, '6L1']]);
      expect(body.unchanged).toBe(1);
      expect(body.refused.map(({ row, reason }) => [row, reason])).toEqual([
        [3, 'The school has no class 9Z.'],
        [4, spreadsheetWordings.emptyFormula],
        [5, promotionWordings.notCurrentStudent],
        [7, spreadsheetWordings.studentInRow(6)],
        [8, spreadsheetWordings.noStudentId],
      ]);
    });
  });

  it('proposes by the school’s thresholds, with each reason, and nobody of those who leave by the rule', async () => {
    const marks = async (index: number, exams: number[], timesAbsent: number) => {
      const at = { studentId: student(index), year, term: 3 as const, ...classes[index % 3] } as const;
      const subjects = ['MATH', 'ENGL', 'CHEM', 'DRAM'];
      await writeRecord(
        TermReportEntity.put({
          ...at,
          classId: classOf(index),
          formLevel: index % 3 === 2 ? 5 : 3,
          subjectIds: subjects,
          timesAbsent,
        }),
      );
      for (const [subject, exam] of exams.entries())
        await writeRecord(
          SubjectRecordEntity.put({
            ...at,
            classId: classOf(index),
            formLevel: 3,
            subjectId: subjects[subject] ?? '',
            exam,
            examOutOf: 100,
            workSum: exam,
            workOutOf: 100,
          } as never),
        );
    };
    await marks(0, [30, 40, 45], 4);
    await marks(3, [80, 90], 60);
    await marks(6, [80, 90, 70, 60], 50);
    await marks(2, [10, 10, 10], 90);
    const facts = async (level: string) => {
      const { body } = await ada.call(listPromotionFacts, { form_level: level });
      return new Map(body.map(({ student_id, ...one }) => [student_id, one]));
    };
    const third = await facts('3');
    expect(third.size).toBe(20);
    expect(third.get(student(0))).toEqual({
      average: '38.3',
      entered: 3,
      passed: 0,
      of: 4,
      attendance: 96,
      proposal: { to: '3A', reasons: ['Average 38.3, below 40', '0 of 3 subjects passed (50 or more), fewer than 3'] },
    });
    expect(third.get(student(3))).toEqual({
      average: '85.0',
      entered: 2,
      passed: 2,
      of: 4,
      attendance: 40,
      proposal: { to: '3A', reasons: ['Attendance 40 %, below 50 %'] },
    });
    expect(third.get(student(6))).toMatchObject({ passed: 4, attendance: 50, proposal: { to: '4A', reasons: [] } });
    expect(third.get(student(27))).toEqual({
      average: null,
      entered: 0,
      passed: 0,
      of: 0,
      attendance: null,
      proposal: { to: '3A', reasons: ['Marked as a repeater'] },
    });
    const fifth = await facts('5');
    expect(fifth.get(student(2))?.proposal).toEqual({ to: leavesSchool, reasons: ['There is no next class'] });
  });
});
