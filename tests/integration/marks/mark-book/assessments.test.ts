import { beforeEach, describe, expect, it } from 'vitest';
import { writeAssessment } from '#functions/marks/mark-book/assessments/assessment-store.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import {
  type AssessmentInput,
  assessmentInput1A,
  clearPage1A,
  markInput1A,
  openPage1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

const blank = { topic: null, date: null, total: null, weighting: null };
const page = `${year}#${term}#MATH#1A`;

describe('the assessments of a mark book page', () => {
  const server = schoolForTests();
  const mona = server.as('T1');

  beforeEach(() => clearPage1A());

  const save = (change: Partial<AssessmentInput> = {}, headers = {}) =>
    mona.call(saveAssessment, assessmentInput1A(change), headers);
  const mark = async (studentId: string, value: number, number = 1) => {
    const answer = await mona.call(
      saveMarkCall,
      markInput1A({ student_id: studentId, assesment_number: number, mark: value }),
    );
    expect(answer.status).toBe(200);
  };
  const stored = async () => (await openPage1A(mona)).body.assesments;
  const student = async (id: string) => (await openPage1A(mona)).body.students.find((one) => one.id === id);

  it('are five from the start, with nothing filled in', async () => {
    expect(await stored()).toEqual(
      [1, 2, 3, 4, 5].map((number) => ({ id: String(number), assesment_number: number, ...blank })),
    );
  });

  it('can be edited, the first five too, and keep what was entered', async () => {
    const { status, body } = await save({ assesment_number: 2, weighting: 12.5 });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: '2',
      assesment_number: 2,
      topic: 'Fractions',
      date: '2025-10-02',
      total: 20,
      weighting: 12.5,
    });
    expect((await stored())[1]).toEqual(body);
    expect(await stored()).toHaveLength(5);
  });

  it('are added with the next number', async () => {
    expect((await save()).body.assesment_number).toBe(6);
    expect((await save({ topic: 'Surds' })).body.assesment_number).toBe(7);
    expect((await stored()).map(({ assesment_number, topic }) => [assesment_number, topic]).slice(5)).toEqual([
      [6, 'Fractions'],
      [7, 'Surds'],
    ]);
  });

  it('get numbers of their own when several are added at the same time', async () => {
    const topics = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(topics.map((topic) => save({ topic })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(answers.map((answer) => answer.body.assesment_number).sort()).toEqual([6, 7, 8, 9]);
    for (const { body } of answers) expect((await stored()).at(body.assesment_number - 1)).toEqual(body);
  });

  it('are at most sixty a page', async () => {
    await writeAssessment({
      assessment: { page, number: 60, topic: 'The last one' },
      before: undefined,
      by: {
        caller: { accountId: 'T1', name: 'Mona Núñez' },
        request: { now: new Date(), idempotencyKey: 'the-sixtieth-assessment' },
      },
    });
    const { status, error } = await save();
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ assesment_number: ['A page holds at most 60 assessments.'] });
  });

  it.each([
    ['nothing', { topic: null, date: null, total: null }],
    ['an empty topic alone', { topic: '', date: null, total: null }],
  ])('with %s filled in are refused', async (_what, fields) => {
    for (const number of [{}, { assesment_number: 3 }]) {
      const { status, error } = await save({ ...fields, ...number });
      expect(status).toBe(422);
      expect(error?.message).toEqual(['Fields Blank']);
    }
    expect(await stored()).toHaveLength(5);
  });

  it.each([
    ['a topic', { topic: 'Angles', date: null, total: null }],
    ['a date', { topic: null, date: '2025-11-05', total: null }],
    ['a total', { topic: null, date: null, total: 15 }],
  ])('need %s and nothing more', async (_what, fields) => {
    const { status, body } = await save(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject(fields);
  });

  describe('that two people edit', () => {
    const seen = { topic: 'Fractions', date: '2025-10-02', total: 20 };
    beforeEach(async () => {
      await save({ assesment_number: 1 });
    });

    it('answer 409 with both values, who and when, where both changed the same field', async () => {
      await save({ assesment_number: 1, total: 25, was: seen });
      const admin = await new TestClient(server.url).signIn('admin', password);
      const late = await admin.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 30, was: seen }));
      expect(late.status).toBe(409);
      expect(late.error?.conflict).toMatchObject({ field: 'total', yours: 30, theirs: 25, by: 'Mona Núñez' });
      expect(Date.parse(late.error?.conflict?.at ?? '')).not.toBeNaN();
      expect((await stored())[0]?.total).toBe(25);
    });

    it('keep the changes of both where the fields differ', async () => {
      const [one, other] = await Promise.all([
        save({ assesment_number: 1, total: 25, was: seen }),
        save({ assesment_number: 1, topic: 'Fractions and ratio', was: seen }),
      ]);
      expect([one.status, other.status]).toEqual([200, 200]);
      expect((await stored())[0]).toMatchObject({ total: 25, topic: 'Fractions and ratio', date: '2025-10-02' });
    });
  });

  it('are decided about by what is stored now, and not by what a copy of the table still says', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const traffic = await recordTraffic(async () => {
      await mona.call(saveAssessment, assessmentInput1A({ topic: 'Twice' }), key);
      await mona.call(saveAssessment, assessmentInput1A({ topic: 'Twice' }), key);
    });
    // An index never says it; items are read by their keys.
    const reads = traffic.filter(({ operation }) => operation.startsWith('Get') || operation.startsWith('BatchGet'));
    expect(reads.some(({ operation }) => operation.startsWith('GetItem'))).toBe(true);
    expect(reads.filter(({ isConsistent }) => !isConsistent)).toEqual([]);
  });

  it('keep a later change when an earlier request is repeated', async () => {
    const key = { 'Idempotency-Key': '5f4b6c52-edited-once' };
    await save({ assesment_number: 1, total: 20 });
    await mark('S01', 10);
    const change = { assesment_number: 1, total: 50, was: { total: 20 } };
    expect((await save(change, key)).body.total).toBe(50);
    await save({ assesment_number: 1, total: 40 });
    await mark('S02', 10);
    const repeated = await save(change, key);
    expect([repeated.status, repeated.body.total]).toEqual([200, 40]);
    expect((await stored())[0]?.total).toBe(40);
    expect((await student('S01'))?.percentage).toBe(25);
    expect((await student('S02'))?.percentage).toBe(25);
  });

  it('are audited with before and after', async () => {
    const length = (await listAuditTrail(`page#${page}`)).length;
    await save({ assesment_number: 5, total: 10 });
    await save({ assesment_number: 5, total: 12 });
    const trail = (await listAuditTrail(`page#${page}`)).slice(length);
    expect(trail.map(({ accountId, changes }) => ({ accountId, changes }))).toMatchObject([
      { accountId: 'T1', changes: [{ field: 'assessment 5', before: null, after: { total: 10 } }] },
      { accountId: 'T1', changes: [{ field: 'assessment 5', before: { total: 10 }, after: { total: 12 } }] },
    ]);
  });

  it('are those of one class below form 4', async () => {
    const lesson = { employeeId: 'T1', year, subjectId: 'MATH', classId: '1B' };
    await executeActionOfTest(LessonEntity.put({ ...lesson, formLevel: 1 }));
    const { form_class_id: _one, ...input } = assessmentInput1A({ form_classes: ['1A', '1B'] });
    const { status, error } = await mona.call(saveAssessment, input);
    await executeActionOfTest(LessonEntity.delete(lesson));
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ form_classes: [markBookRefusals.oneClassAPage] });
  });

  it.each([
    ['no class', { form_class_id: null }],
    ['an empty list of classes', { form_classes: [] }],
    ['a class of another level', { form_class_id: '4A' }],
    ['a class that does not exist', { form_class_id: '9Z' }],
  ])('of %s are refused', async (_what, named) => {
    expect((await save(named)).status).toBe(422);
  });
});
