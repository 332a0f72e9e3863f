import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentClient } from '#functions/platform/table/table.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import { type AwsAnswer, answerInstead, awsError, lostConnectionError } from '../../support/aws-answers.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addStudents } from '../../support/school/small-school.ts';
import {
  assessmentInput1A,
  markInput1A,
  openPage1A,
  saveAssessment,
  saveMarkCall,
} from '../marks/mark-book/mark-book-page.ts';

/**
 * A cancelled transaction, because of the record: neither of the term's check, nor of the idempotency key, nor of the
 * audit row.
 */
const cancelled = (code: string) =>
  Object.assign(awsError('TransactionCanceledException'), {
    CancellationReasons: ['None', code, 'None', 'None'].map((Code) => ({ Code })),
  });
const carriedOut = async (reach: () => Promise<object>) => reach();

const notRead = serverWordings.tableAway;
const noRoom = serverWordings.tableAwayUncertain;
const busy = serverWordings.busy;
const fault = requestWordings.failed;

describe('answers of DynamoDB that its stand-in does not give', () => {
  const school = schoolForTests();
  const mona = school.as('T1');
  let table: ReturnType<typeof answerInstead> | undefined;
  let number = 0;
  let pupil = '';
  beforeAll(async () => {
    await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 20 }));
  });
  beforeEach(async () => {
    number += 1;
    pupil = `D${number}`;
    await addStudents('1A', [pupil]);
    // The pauses between attempts are none.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    table?.end();
    vi.restoreAllMocks();
  });

  async function tableAnswers(command: Parameters<typeof answerInstead>[1], ...answers: AwsAnswer[]) {
    table = answerInstead(documentClient as never, command, answers);
  }
  const save = () =>
    mona.call(saveMarkCall, markInput1A({ student_id: pupil, assesment_number: 1, mark: 15 }), {
      'Idempotency-Key': `the-mark-${number}`,
    });
  const stored = async () => (await openPage1A(mona)).body.students.find(({ id }) => id === pupil)?.marks;

  it.each([
    'TransactionConflict',
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
  ])('a transaction that is cancelled once with %s is retried, and nobody sees it', async (code) => {
    await tableAnswers(TransactWriteCommand, cancelled(code), carriedOut);
    expect((await save()).status).toBe(200);
    expect(table?.count()).toBe(2);
    expect(await stored()).toEqual({ 1: 15 });
  });

  it.each([
    ['TransactionConflict', { attempts: 10, status: 503, message: busy, later: '2' }],
    ['ThrottlingError', { attempts: 10, status: 503, message: noRoom, later: '5' }],
    ['ItemCollectionSizeLimitExceeded', { attempts: 1, status: 500, message: fault, later: null }],
  ])('a transaction that is always cancelled with %s stores nothing and shows a message, and the same save stores it later', async (code, {
    attempts,
    status,
    message,
    later,
  }) => {
    await tableAnswers(TransactWriteCommand, cancelled(code));
    const answer = await save();
    expect(answer).toMatchObject({ status, error: { message: [message] } });
    expect(answer.headers.get('retry-after')).toBe(later);
    expect(table?.count()).toBe(attempts);
    table?.end();
    expect(await stored()).toEqual({});
    expect((await save()).status).toBe(200);
    expect(await stored()).toEqual({ 1: 15 });
  });

  it.each([
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
  ])('a read that is refused with %s is sent ten times, and the message says to try again', async (name) => {
    await tableAnswers(BatchGetCommand, awsError(name));
    expect(await openPage1A(mona)).toMatchObject({ status: 503, error: { message: [notRead] } });
    expect(table?.count()).toBe(10);
  });

  it('conflicts and failed conditions in turn are retried nine times in all, and not nine times each', async () => {
    const refused = cancelled('ConditionalCheckFailed');
    const conflict = cancelled('TransactionConflict');
    const rounds = Array.from({ length: 9 }, () => [conflict, conflict, refused]);
    await tableAnswers(TransactWriteCommand, ...rounds.flat(), carriedOut);
    expect(await save()).toMatchObject({ status: 503, error: { message: [busy] } });
    expect(table?.count()).toBe(14);
  });

  it('a condition that never holds is decided ten times, and the message says that others are changing the marks', async () => {
    await tableAnswers(TransactWriteCommand, cancelled('ConditionalCheckFailed'));
    const answer = await save();
    expect(answer.status).toBe(409);
    expect(answer.error?.message[0]).toMatch(/^Others are changing .+\. Please try again\.$/);
    expect(table?.count()).toBe(10);
  });

  it('a transaction whose answer was lost is in progress when it is sent again, and is stored once', async () => {
    await tableAnswers(
      TransactWriteCommand,
      async (reach) => {
        await reach();
        throw awsError('TransactionInProgressException');
      },
      carriedOut,
    );
    expect((await save()).status).toBe(200);
    expect(await stored()).toEqual({ 1: 15 });
  });

  it('a lost answer to a stored mark gives a message that does not deny it, and the same save finds it done', async () => {
    await tableAnswers(TransactWriteCommand, async (reach) => {
      await reach();
      throw lostConnectionError();
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
  const unprocessed: AwsAnswer = async (_reach, { RequestItems }) => ({ Responses: {}, UnprocessedKeys: RequestItems });

  it('keys that are always left are requested ten times, and the message says to try again', async () => {
    await tableAnswers(BatchGetCommand, unprocessed);
    expect(await openPage1A(mona)).toMatchObject({ status: 503, error: { message: [notRead] } });
    expect(table?.count()).toBe(10);
  });
});
