import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { clientOf } from '../callers/callers.ts';
import { randomFrom } from '../samples/random-numbers.ts';
import { addStudents, term, year } from '../school/small-school.ts';
import { withLossyTable } from './lossy-table.ts';
import { type AnsweredSave, faultsOf, type HistoryFaults } from './save-history.ts';

const clients = 16;
const students = 8;
/** Of requests to the table. */
const tableFaults = { throttled: 0.2, unanswered: 0.05 };
/** Of what happens on the way between a browser and the function. */
const chance = { answerLost: 0.05, duplicate: 0.1, overtaken: 0.3 };

interface Save {
  key: string;
  studentId: string;
  was: string | null;
  value: string;
}
/** Carries a save out; `theirs` is what a conflict shows. */
type Deliver = (save: Save) => Promise<{ status: number; theirs?: string | null }>;

/** What became of many saves at once. */
export interface Storm extends HistoryFaults {
  saves: number;
  acknowledged: number;
  throttled: number;
  unanswered: number;
}

/**
 * Many clients that save at once into a few comments of the small school, over a bad network and a bad table. `server`: the
 * product's function, or a control that stores whatever comes last. The same numbers for the same seed.
 */
export async function saveStorm(options: {
  seed: number;
  saves: number;
  url: string;
  server: 'product' | 'last write wins';
}): Promise<Storm> {
  const { seed, url, server } = options;
  const random = randomFrom(seed);
  const prefix = `${server === 'product' ? 'H' : 'L'}${seed}`;
  await addStudents(
    '1A',
    Array.from({ length: students }, (_, index) => `${prefix}-${index}`),
  );
  const log: { cell: string; value: string }[] = [];
  const deliver = server === 'product' ? await product(url) : await lastWriteWins(log);
  let saves: AnsweredSave[] = [];
  const happened = await withLossyTable({ random, ...tableFaults }, async () => {
    saves = await saveAtOnce({ deliver, random, prefix, count: options.saves });
  });
  const { stored, effects } = await afterwards(prefix);
  const acknowledged = saves.filter(({ isAcknowledged }) => isAcknowledged).length;
  const faults = faultsOf({ saves, stored, effects: server === 'product' ? effects : log });
  return { saves: saves.length, acknowledged, ...happened, ...faults };
}

/** The product's own function, without the way over HTTP. */
async function product(url: string): Promise<Deliver> {
  const mona = await clientOf(url, 'T1');
  const { handler } = await import('#functions/marks/mark-sheet/lambda.ts');
  return async ({ key, studentId, was, value }) => {
    const input = {
      student_id: studentId,
      subject_id: 'MATH',
      class_id: '1A',
      year,
      term,
      comment: value,
      was: { comment: was },
    };
    const event = {
      httpMethod: 'POST',
      resource: markSheetContract.saveSubjectRecord.path,
      path: markSheetContract.saveSubjectRecord.path,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-xsrf-token': mona.cookies.get('XSRF-TOKEN') ?? '',
        cookie: [...mona.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: JSON.stringify(input),
      isBase64Encoded: false,
      pathParameters: null,
      multiValueQueryStringParameters: null,
      requestContext: { requestId: key, identity: { sourceIp: '198.51.100.1' } },
    } as unknown as APIGatewayProxyEvent;
    const { statusCode, body } = await handler(event, {} as Context);
    const { conflict } = statusCode === 409 ? (JSON.parse(body).errors as { conflict?: { theirs: string } }) : {};
    return { status: statusCode, ...(conflict ? { theirs: conflict.theirs } : {}) };
  };
}

/** The control: it stores whatever comes last. */
async function lastWriteWins(log: { cell: string; value: string }[]): Promise<Deliver> {
  const { documentClient, entityConfiguration } = await import('#functions/platform/table/table.ts');
  return async ({ studentId, value }) => {
    try {
      await documentClient.send(
        new UpdateCommand({
          TableName: entityConfiguration.table,
          Key: { pk: `student#${studentId}`, sk: `record#${year}#${term}#MATH` },
          UpdateExpression: 'SET #comment = :value',
          ExpressionAttributeNames: { '#comment': 'comment' },
          ExpressionAttributeValues: { ':value': value },
        }),
      );
    } catch {
      return { status: 500 };
    }
    log.push({ cell: studentId, value });
    return { status: 200 };
  };
}

/** Many clients that save at once over a bad network, each repeating a save under its key until it is answered. */
async function saveAtOnce({
  deliver,
  random,
  prefix,
  count,
}: {
  deliver: Deliver;
  random: () => number;
  prefix: string;
  count: number;
}): Promise<AnsweredSave[]> {
  const answered: AnsweredSave[] = [];
  const late: Promise<unknown>[] = [];
  /** What the screens show by now: the last answer about each cell. */
  const shown = new Map<string, string | null>();
  let made = 0;
  const pass = () => new Promise((resolve) => setTimeout(resolve, random() < chance.overtaken ? random() * 12 : 0));

  const untilAnswered = async (save: Save) => {
    for (;;) {
      await pass();
      if (random() < chance.duplicate) late.push(pass().then(() => deliver(save)));
      const answer = await deliver(save);
      const isFinal = answer.status === 200 || answer.theirs !== undefined;
      if (isFinal && random() >= chance.answerLost) return answer;
      if (![200, 409, 429, 500, 503].includes(answer.status)) throw new Error(`A save was answered ${answer.status}`);
    }
  };
  const client = async () => {
    while (made < count) {
      made += 1;
      const studentId = `${prefix}-${Math.floor(random() * students)}`;
      const save = { key: crypto.randomUUID(), studentId, was: shown.get(studentId) ?? null, value: `text ${made}` };
      const { status, theirs } = await untilAnswered(save);
      shown.set(studentId, status === 200 ? save.value : (theirs ?? null));
      answered.push({ cell: studentId, was: save.was, value: save.value, isAcknowledged: status === 200 });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await Promise.all(late);
  return answered;
}

/** What is stored, and everything that ever was, by the audit trail. */
async function afterwards(prefix: string) {
  const { readItems } = await import('#functions/platform/table/table.ts');
  const { auditTrail } = await import('#functions/platform/table/audit.ts');
  const { recordSubject, subjectRecordKey } = await import('#functions/marks/records/subject-record.ts');
  const stored = new Map<string, string | null>();
  const effects: { cell: string; value: string }[] = [];
  for (let index = 0; index < students; index += 1) {
    const key = { studentId: `${prefix}-${index}`, year, term, subjectId: 'MATH' };
    const { record } = await readItems({ record: subjectRecordKey(key) });
    stored.set(key.studentId, record?.comment ?? null);
    const changes = (await auditTrail(recordSubject(key))).flatMap((row) => row.changes);
    effects.push(...changes.map(({ after }) => ({ cell: key.studentId, value: String(after) })));
  }
  return { stored, effects };
}
