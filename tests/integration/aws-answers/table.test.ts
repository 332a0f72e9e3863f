import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { type Answer, answering, lostConnection, refusal } from '../../support/aws-answers.ts';
import { TestClient } from '../../support/callers/client.ts';
import { addStudents, password, startSmallSchool } from '../../support/school/small-school.ts';
import { assessmentOf1A, markOf1A, openPage1A, saveAssessment, saveMark } from '../marks/mark-book/mark-book-page.ts';

/** A cancelled transaction, with a reason for each of its actions. */
const cancelled = (code: string) =>
  Object.assign(refusal('TransactionCanceledException'), {
    CancellationReasons: [{ Code: 'None' }, { Code: code }, { Code: 'None' }],
  });
const carriedOut = async (reach: () => Promise<object>) => reach();

const noRoom = 'The database cannot be reached. It is not certain that this was saved: please try again in a moment.';
const busy = 'Others are saving the same records. Nothing was saved: please try again in a moment.';
const fault = 'Something went wrong. Please try again.';

describe('what DynamoDB answers and its stand-in does not', () => {
  let school: RunningSchool;
  let mona: TestClient;
  let table: ReturnType<typeof answering> | undefined;
  let number = 0;
  let pupil = '';
  beforeAll(async () => {
    school = await startSmallSchool();
    mona = await new TestClient(school.url).signIn('mona', password);
    await mona.call(saveAssessment, assessmentOf1A({ assesment_number: 1, total: 20 }));
  });
  afterAll(() => school.stop());
  beforeEach(async () => {
    number += 1;
    pupil = `D${number}`;
    await addStudents('1A', [pupil]);
    // The lot that is drawn for each wait says "now".
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    table?.end();
    vi.restoreAllMocks();
  });

  async function tableAnswers(command: Parameters<typeof answering>[1], ...answers: Answer[]) {
    const { documentClient } = await import('#functions/platform/table/table.ts');
    table = answering(documentClient as never, command, answers);
  }
  const save = () =>
    mona.call(saveMark, markOf1A({ student_id: pupil, assesment_number: 1, mark: 15 }), {
      'Idempotency-Key': `the-mark-${number}`,
    });
  const stored = async () => (await openPage1A(mona)).body.students.find(({ id }) => id === pupil)?.marks;

  it.each([
    ['met another one, once', 'TransactionConflict'],
    ['found no room, once', 'ThrottlingError'],
    ['passed what was provisioned, once', 'ProvisionedThroughputExceeded'],
  ])('of a transaction with a mark, that it %s: it is tried again, and nobody sees it', async (_, code) => {
    await tableAnswers(TransactWriteCommand, cancelled(code), carriedOut);
    expect((await save()).status).toBe(200);
    expect(table?.count()).toBe(2);
    expect(await stored()).toEqual({ 1: 15 });
  });

  it.each([
    ['met others ten times', 'TransactionConflict', 503, busy],
    ['found no room ten times', 'ThrottlingError', 503, noRoom],
    ['passed what was provisioned ten times', 'ProvisionedThroughputExceeded', 503, noRoom],
    ['is too much for a partition', 'ItemCollectionSizeLimitExceeded', 500, fault],
    ['is not valid', 'ValidationError', 500, fault],
  ])('of a transaction with a mark, that it %s: the mark is not stored, the person is told, and the same save stores it', async (_, code, status, message) => {
    await tableAnswers(TransactWriteCommand, cancelled(code));
    expect(await save()).toMatchObject({ status, error: { message: [message] } });
    table?.end();
    expect(await stored()).toEqual({});
    expect((await save()).status).toBe(200);
    expect(await stored()).toEqual({ 1: 15 });
  });

  it('that the same transaction is in progress: its answer was lost, and the client has sent it again', async () => {
    await tableAnswers(
      TransactWriteCommand,
      async (reach) => {
        await reach();
        throw refusal('TransactionInProgressException');
      },
      carriedOut,
    );
    expect((await save()).status).toBe(200);
    expect(await stored()).toEqual({ 1: 15 });
  });

  it('nothing, after a mark was stored: nobody is told that it was not, and the same save finds it done', async () => {
    await tableAnswers(TransactWriteCommand, async (reach) => {
      await reach();
      throw lostConnection();
    });
    const answer = await save();
    expect(answer.status).toBe(503);
    expect(answer.error?.message[0]).toContain('It is not certain that this was');
    table?.end();
    expect(await stored()).toEqual({ 1: 15 });
    expect((await save()).status).toBe(200);
    expect(await stored()).toEqual({ 1: 15 });
  });

  /** All keys are left for another request. */
  const unprocessed: Answer = async (_reach, { RequestItems }) => ({ Responses: {}, UnprocessedKeys: RequestItems });

  it('that it has left all keys of a read: they are asked for again, and nobody sees it', async () => {
    await tableAnswers(BatchGetCommand, unprocessed, carriedOut);
    expect((await openPage1A(mona)).status).toBe(200);
  });

  it('that it leaves keys nine times: the person is told to try again', async () => {
    await tableAnswers(BatchGetCommand, unprocessed);
    expect(await openPage1A(mona)).toMatchObject({
      status: 503,
      error: { message: ['The database cannot be reached. Please try again in a moment.'] },
    });
  });
});
