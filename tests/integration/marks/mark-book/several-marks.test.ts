import { beforeEach, describe, expect, it } from 'vitest';
import type { RawInput } from '#shared/http/contract.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import {
  assessmentInput1A,
  clearPage1A,
  openPage1A,
  page1A,
  readCourseMark1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

type Input = RawInput<typeof saveMarkCall>;

describe('several marks of a student in one save', () => {
  const server = schoolForTests();
  const mona = server.as('T1');

  beforeEach(async () => {
    await clearPage1A();
    for (const assesment_number of [1, 2]) {
      await mona.call(saveAssessment, assessmentInput1A({ assesment_number, total: 20 }));
    }
  });

  const save = (marks: Input['marks'], change: Partial<Input> = {}) =>
    mona.call(saveMarkCall, { ...page1A, term, student_id: 'S01', marks, ...change });
  const student = async () => (await openPage1A(mona)).body.students.find(({ id }) => id === 'S01');

  it('are stored together, with one transaction', async () => {
    const requests = await recordTraffic(async () => {
      const { body } = await save([
        { assesment_number: 1, mark: 20 },
        { assesment_number: 2, mark: 13 },
      ]);
      expect(body).toMatchObject({ marks: { 1: 20, 2: 13 }, percentage: 82.5 });
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect(await readCourseMark1A(mona, 'S01')).toBe(24.8);
  });

  it('are all refused where one is, under its assessment’s name', async () => {
    const { status, error } = await save([
      { assesment_number: 1, mark: 20 },
      { assesment_number: 2, mark: 21 },
    ]);
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ 'assessment 2': ['Mark Entered is greater than the assigned total.'] });
    expect((await save([{ assesment_number: 3, mark: 1 }])).error?.fields).toEqual({
      'assessment 3': ['Assesment has no Total. Please Edit Assesment and enter Total to continue.'],
    });
    expect((await student())?.marks).toEqual({});
  });

  it('meet another’s change as a conflict of that assessment alone', async () => {
    await save([{ assesment_number: 2, mark: 5 }]);
    const { status, error } = await save([
      { assesment_number: 1, mark: 20, was: null },
      { assesment_number: 2, mark: 6, was: null },
    ]);
    expect(status).toBe(409);
    expect(error?.conflict).toMatchObject({ field: 'assessment 2', yours: 6, theirs: 5, by: 'Mona Núñez' });
    expect((await student())?.marks).toEqual({ 2: 5 });
  });

  it.each<[string, Partial<Input>, string]>([
    ['one mark beside the list', { assesment_number: 1, mark: 2 }, 'mark'],
    ['a number beside the list', { assesment_number: 1 }, 'assesment_number'],
    ['neither', { marks: undefined }, 'mark'],
    ['an empty list', { marks: [] }, 'marks'],
    ['an assessment twice', { marks: [1, 2].map((mark) => ({ assesment_number: 1, mark })) }, 'marks'],
  ])('are refused with %s', async (_what, change, field) => {
    const { status, error } = await save([{ assesment_number: 1, mark: 3 }], change);
    expect(status).toBe(422);
    expect(Object.keys(error?.fields ?? {})).toContain(field);
  });
});
