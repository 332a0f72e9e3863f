import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type AwsAnswer, answerInstead, awsError, lostConnectionError } from '../../support/aws-answers.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { numberToConfirm } from '../term-reports/report-cards/post-reports.ts';

const { postTermReports, readPostingState } = termReportsContract;

const away: { status: number; message: string } = {
  status: 503,
  message: serverWordings.serviceAwayUncertain,
};
const fault = { status: 500, message: requestWordings.failed };

describe('what Step Functions answers to the start of a posting and its stand-in does not', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let machines: ReturnType<typeof answerInstead> | undefined;
  let presses = 0;
  afterEach(() => machines?.end());

  const listed = async () =>
    (await office.call(readPostingState, {})).body.find((row) => row.year === year && row.term === term);
  /** A press of Post, or of Unpost; the page asks again under the same key. */
  async function press(posted: 0 | 1) {
    const headers = { 'Idempotency-Key': `press-of-post-${++presses}` };
    const date_posted = (await listed())?.date_posted ?? null;
    const confirm = await numberToConfirm(office, { year, term }, posted);
    return () => office.call(postTermReports, { year, term, title: 'Term 1', posted, date_posted, confirm }, headers);
  }
  async function untilOver(ask: Awaited<ReturnType<typeof press>>) {
    for (let tries = 0; tries < 300; tries += 1) {
      const answer = await ask();
      if (answer.status !== 200 || answer.body.state !== 'running') return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the run does not end');
  }

  it.each<[string, AwsAnswer, typeof away]>([
    ['that it is asked too often', awsError('ThrottlingException'), away],
    ['nothing: the connection ends', lostConnectionError(), away],
    [
      'nothing, after it was started',
      async (reach) => {
        await reach();
        throw lostConnectionError();
      },
      away,
    ],
    ['that there is no such machine', awsError('StateMachineDoesNotExist'), fault],
  ])('%s: the office sees a message, nothing is posted, and the next attempt posts', async (_, answer, expected) => {
    machines = answerInstead(SFNClient, StartExecutionCommand, [answer]);
    const { status, error } = await (await press(1))();
    expect({ status, message: error?.message[0] }).toEqual(expected);
    machines.end();
    expect((await listed())?.posted ?? 0).toBe(0);
    expect(await untilOver(await press(1))).toMatchObject({ status: 200, body: { state: 'finished' } });
    expect((await listed())?.posted).toBe(1);
    expect(await untilOver(await press(0))).toMatchObject({ status: 200, body: { state: 'finished' } });
  });

  it('that an execution of this name has ended: its worker never came, and the run is begun again when it has been silent', async () => {
    const exists = new ExecutionAlreadyExists({ message: 'Execution Already Exists', $metadata: {} });
    machines = answerInstead(SFNClient, StartExecutionCommand, [exists]);
    const ask = await press(1);
    expect(await ask()).toMatchObject({ status: 200, body: { state: 'running', rows_processed: 0 } });
    machines.end();
    machines = answerInstead(SFNClient, StartExecutionCommand, [exists, async (reach) => reach()]);
    expect(await untilOver(ask)).toMatchObject({ status: 200, body: { state: 'finished' } });
    expect(machines.count()).toBe(2);
  });
});
