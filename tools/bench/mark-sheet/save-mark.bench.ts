import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { localNames, setEnvironment } from '../../../local/environment.ts';
import { startStandIns } from '../../../local/stand-ins.ts';
import { createTables } from '../../../local/table.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Saving a mark, 50 clients';

const clients = 50;
const perRound = 600;
const rounds = 5;
const rows = 10;
const contended = 1000;

const keyOf = (studentId: string) => ({ studentId, year: 2026, term: 1 as const, subjectId: 'MATH' });
const placement = { classId: '1A', formLevel: 1, checks: [] };
const caller = { accountId: 'T1', name: 'Mona Núñez' };

/** A save of the product: the fields' conditions, the write, its audit row. */
type Save = (studentId: string, stored: number | null, value: number) => Promise<boolean>;

export async function run(): Promise<BenchRow[]> {
  const standIns = await startStandIns({ dataFolder: ':memory:' });
  try {
    setEnvironment(standIns.env);
    await createTables(localNames.table);
    return await measure();
  } finally {
    await standIns.stop();
  }
}

async function measure(): Promise<BenchRow[]> {
  const { writeRecordFields } = await import('#functions/marks/records/subject-record.ts');
  const { documentClient } = await import('#functions/platform/table/table.ts');
  const save: Save = async (studentId, stored, value) => {
    const outcome = await writeRecordFields({
      key: keyOf(studentId),
      placement,
      stored: stored === null ? undefined : placement,
      changes: [{ field: 'exam', stored, value }],
      examOutOf: 70,
      caller,
      request: { now: new Date(), idempotencyKey: randomUUID() },
    });
    return outcome === 'written';
  };
  const update = (studentId: string, stored: number | null, value: number) =>
    documentClient.send(
      new UpdateCommand({
        TableName: localNames.table,
        Key: { pk: `student#${studentId}`, sk: 'record#2026#1#MATH' },
        // What the record holds all the same: the mark with its stamp, the class, the keys of both indexes.
        UpdateExpression:
          'SET exam = :value, examOutOf = :max, examBy = :by, examAt = :at, employeeId = :id, studentId = :student, #year = :year, term = :one, subjectId = :subject, classId = :classId, formLevel = :one, gsi1pk = :sheet, gsi1sk = :row, gsi2pk = :class, gsi2sk = :row',
        ExpressionAttributeNames: { '#year': 'year' },
        ConditionExpression: stored === null ? 'attribute_not_exists(exam)' : 'exam = :stored',
        ExpressionAttributeValues: {
          ':value': value,
          ':max': 70,
          ':by': caller.name,
          ':at': new Date().toISOString(),
          ':id': caller.accountId,
          ':student': studentId,
          ':year': 2026,
          ':one': 1,
          ':subject': 'MATH',
          ':classId': '1A',
          ':sheet': 'sheet#2026#1#MATH#1',
          ':class': 'class#2026#1#1A',
          ':row': `1A#${studentId}`,
          ...(stored === null ? {} : { ':stored': stored }),
        },
      }),
    );
  const bare: Save = async (studentId, stored, value) => Boolean(await update(studentId, stored, value));

  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const withoutRate = await rate(`bare-${round}`, bare);
    ratios.push((await rate(`save-${round}`, save)) / withoutRate);
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const read = async (studentId: string) => {
    const { readItems } = await import('#functions/platform/table/table.ts');
    const { subjectRecordKey } = await import('#functions/marks/records/subject-record.ts');
    const { record } = await readItems({ record: subjectRecordKey(keyOf(studentId)) });
    return typeof record?.exam === 'number' ? record.exam : null;
  };
  const kept = await lostWrites('kept', read, save);
  const blind = await lostWrites('blind', read, async (studentId, _stored, value) => {
    await documentClient.send(
      new UpdateCommand({
        TableName: localNames.table,
        Key: { pk: `student#${studentId}`, sk: 'record#2026#1#MATH' },
        UpdateExpression: 'SET exam = :value, #entity = :entity, #version = :one, studentId = :student',
        ExpressionAttributeNames: { '#entity': '__edb_e__', '#version': '__edb_v__' },
        ExpressionAttributeValues: { ':value': value, ':entity': 'subject-record', ':one': '1', ':student': studentId },
      }),
    );
    return true;
  });
  return [
    {
      measure: 'Rate of saves with conditions and audit row, to a bare conditional UpdateItem on the same stand-in',
      value: ratio.toFixed(2),
      limit: '≥ 0.7',
      ok: ratio >= 0.7,
    },
    {
      measure: `Acknowledged writes lost, of ${kept.acknowledged} on ${rows} records`,
      value: String(kept.lost),
      limit: '0',
      ok: kept.lost === 0,
    },
    {
      measure: `The same with blind writes, of ${blind.acknowledged}: the check must notice`,
      value: String(blind.lost),
      limit: '> 0',
      ok: blind.lost > 0,
    },
  ];
}

/** Saves a second, each client writing new values into records of its own. */
async function rate(name: string, save: Save): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let stored: number | null = null;
      for (let index = 0; index < perRound / clients; index += 1) {
        const value = index + 1;
        if (!(await save(`${name}-${client}`, stored, value))) throw new Error('A save without a rival was refused');
        stored = value;
      }
    }),
  );
  return perRound / ((performance.now() - start) / 1000);
}

/**
 * All clients raise the same few records by one, each on the value it read. Every acknowledged write must count: where none
 * is lost, the records end at the number of acknowledged writes.
 */
async function lostWrites(
  name: string,
  read: (studentId: string) => Promise<number | null>,
  save: Save,
): Promise<{ acknowledged: number; lost: number }> {
  let acknowledged = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = 0; index < contended / clients; index += 1) {
        const studentId = `${name}-${(client + index) % rows}`;
        const stored = await read(studentId);
        if (await save(studentId, stored, (stored ?? 0) + 1)) acknowledged += 1;
      }
    }),
  );
  const ends = await Promise.all(Array.from({ length: rows }, (_, row) => read(`${name}-${row}`)));
  return { acknowledged, lost: acknowledged - ends.reduce<number>((sum, value) => sum + (value ?? 0), 0) };
}
