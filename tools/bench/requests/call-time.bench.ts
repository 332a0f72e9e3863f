import { randomUUID } from 'node:crypto';
import { QueryCommand as RawQueryCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { hookTable } from '../../../tests/support/step-by-step/table-requests.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Calls through the gateway, beside their bare requests to the table, warm';

const today = new Date('2026-10-01T12:00:00Z');
const times = 200;
/** Milliseconds of the same before: Node compiles what is called often in the first thousands of calls. */
const warmUp = 6000;
const clients = 8;
const savesOfEach = 60;

/** A call, made for the nth time. */
type Play = (time: number) => Promise<{ status: number }>;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const { readCurrentPeriod } = await import('#functions/school/records/periods.ts');
    const { readCurrentStudents } = await import('#functions/students/records/rosters/read-rosters.ts');
    const idOf = async (name: string) => (await findAccountByUserName(name))?.accountId ?? '';
    const [employee_id, period] = [await idOf('formteacher'), await readCurrentPeriod()];
    if (!period) throw new Error('The demo school has no current term.');
    const { year, term } = period;
    const [teacher, office] = [
      await clientOfAccount(school.url, employee_id),
      await clientOfAccount(school.url, await idOf('admin')),
    ];
    const { body: lessons } = await teacher.call(peopleContract.listTeacherLessons, {
      employee_id,
      year: String(year),
    });
    const lesson = lessons.find(({ class_id }) => class_id !== null);
    if (!lesson) throw new Error('The form teacher of the demo school has no lesson.');
    const { subject_id, academic_year_id, form_level, class_id } = lesson;
    const classId = class_id ?? '';
    const students = (await readCurrentStudents()).filter((one) => one.classId === classId);
    const saveOf =
      (student: number): Play =>
      (time) =>
        teacher.call(markBookContract.saveMark, {
          employee_id,
          subject_id,
          academic_year_id,
          term,
          form_class_id: classId,
          student_id: students[student]?.studentId ?? '',
          assesment_number: 1,
          mark: 1 + (time % 2),
        });
    const ofLesson = { subject_id, form_level: String(form_level) as '1', class_id: classId };
    const ofTerm = { year: String(year), term: String(term) as '1' };
    return [
      await beside('Save a mark', saveOf(0), 1.4),
      await beside(
        'A student’s record',
        () => office.call(studentRegisterContract.readStudentRecord, { id: students[1]?.studentId ?? '' }),
        1.4,
      ),
      await beside(
        'A mark sheet of a class',
        () => teacher.call(markSheetContract.readMarkSheetOfLesson, { employee_id, ...ofLesson, ...ofTerm }),
        1.4,
      ),
      await beside(
        'Attendance of a class and a month, as PDF',
        () => office.call(attendanceContract.printClassAttendance, { classId, dates: ['2026-05-01', '2026-05-31'] }),
        3,
      ),
      await beside(
        'Attendance summary of a term',
        () => office.call(attendanceContract.readAttendanceSummary, { dates: ['2026-04-20', '2026-07-03'] }),
        1.4,
      ),
      ...(await side(saveOf)),
    ];
  } finally {
    await school.stop();
  }
}

const commands = {
  BatchGetItemCommand: BatchGetCommand,
  ExecuteStatementCommand,
  GetItemCommand: GetCommand,
  PutItemCommand: PutCommand,
  QueryCommand,
  TransactWriteItemsCommand: TransactWriteCommand,
  UpdateItemCommand: UpdateCommand,
} as const;

interface Request {
  command: keyof typeof commands;
  input: object;
}

/** The requests of a call, by turns: those of one turn are sent side by side. */
async function requestsOf(play: Play, time: number): Promise<Request[][]> {
  const turns: Request[][] = [];
  let underWay = 0;
  await hookTable(
    async ({ command, input, send }) => {
      if (underWay === 0) turns.push([]);
      turns.at(-1)?.push({ command: command as Request['command'], input: structuredClone(input) });
      underWay += 1;
      try {
        return await send();
      } finally {
        underWay -= 1;
      }
    },
    () => play(time),
  );
  return turns;
}

/** Sends the same requests, as new ones: under another idempotency key, and whatever version the record has by now. */
async function send(client: DynamoDBDocumentClient, turns: readonly Request[][]): Promise<void> {
  const [, key] = JSON.stringify(turns).match(/"idempotencyKey":"[^"/]*\/([\w-]+)"/) ?? [];
  const text = JSON.stringify(turns);
  const again: Request[][] = JSON.parse(key === undefined ? text : text.replaceAll(key, randomUUID()));
  for (const turn of again)
    await Promise.all(
      turn.map(({ command, input }) => {
        // `readRawPages` sends DynamoDB's own values.
        const { ExpressionAttributeValues: values = {} } = input as { ExpressionAttributeValues?: object };
        if (Object.values(values).some((value) => typeof value?.S === 'string'))
          return client.send(new RawQueryCommand(input as never) as never);
        const { TransactItems = [] } = input as { TransactItems?: { Put?: { ConditionExpression?: string } }[] };
        for (const { Put } of TransactItems)
          if (Put?.ConditionExpression)
            Put.ConditionExpression = Put.ConditionExpression.replace('#n0 = :v0', '(#n0 = :v0 OR #n0 <> :v0)');
        // The line of the access log: another one.
        const { Item } = input as { Item?: { sk: string } };
        if (command === 'PutItemCommand' && Item) Item.sk += randomUUID();
        const Command = commands[command];
        const fresh = 'ClientRequestToken' in input ? { ...input, ClientRequestToken: randomUUID() } : input;
        return client.send(new Command(fresh as never) as never);
      }),
    );
}

async function bareCalls(play: Play): Promise<(time: number) => Promise<void>> {
  const { documentClient } = await import('#functions/platform/table/table.ts');
  // So that the recorded ones change records that are there.
  await play(1);
  const recorded = [await requestsOf(play, 0), await requestsOf(play, 1)];
  return (time) => send(documentClient, recorded[time % 2] ?? []);
}

/** A call and its bare requests in turns, so that both have the machine at the same time. */
async function beside(measure: string, play: Play, limit: number): Promise<BenchRow> {
  const bare = await bareCalls(play);
  const begin = performance.now();
  for (let time = 0; performance.now() - begin < warmUp; time += 1) {
    await play(time);
    await bare(time);
  }
  const taken = { call: [] as number[], bare: [] as number[] };
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    const { status } = await play(time);
    if (status !== 200) throw new Error(`${measure} answered ${status}`);
    const answered = performance.now();
    await bare(time);
    taken.call.push(answered - begun);
    taken.bare.push(performance.now() - answered);
  }
  const [call, floor] = [median(taken.call), median(taken.bare)];
  return ratioRow(`${measure}: ${call.toFixed(1)} ms, its requests alone ${floor.toFixed(1)} ms`, call / floor, limit);
}

/** Eight clients, each with a student of its own, one save after the other. */
async function side(saveOf: (student: number) => Play): Promise<BenchRow[]> {
  const plays = Array.from({ length: clients }, (_, student) => saveOf(student + 2));
  // One after the other: a recording has every request of the process.
  const bare: ((time: number) => Promise<void>)[] = [];
  for (const play of plays) bare.push(await bareCalls(play));
  const perSecond = async (works: readonly ((time: number) => Promise<unknown>)[]) => {
    const begun = performance.now();
    await Promise.all(
      works.map(async (work) => {
        for (let time = 0; time < savesOfEach; time += 1) await work(time);
      }),
    );
    return (works.length * savesOfEach * 1000) / (performance.now() - begun);
  };
  await perSecond(plays);
  const [saves, floor] = [await perSecond(plays), await perSecond(bare)];
  return [
    { measure: `${clients} clients, saves a second`, value: saves.toFixed(0), limit: 'shown only', ok: true },
    ratioRow(`${clients} clients: their requests alone ${floor.toFixed(0)} a second`, floor / saves, 1.6),
  ];
}

const ratioRow = (measure: string, ratio: number, limit: number): BenchRow => ({
  measure,
  value: `${ratio.toFixed(2)} ×`,
  limit: `≤ ${limit} ×`,
  ok: ratio <= limit,
});
