import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as work } from '#functions/attendance/jobs/lambda.ts';
import { archiveAttendance as archiveCall } from '#functions/attendance/office/archive-attendance.ts';
import { markRecordDeleted } from '#functions/attendance/records/change-record.ts';
import { writeRecords } from '#functions/attendance/records/write-records.ts';
import { readClassAttendance } from '#functions/attendance/reports/read-class-attendance.ts';
import { readLateList } from '#functions/attendance/reports/read-late-list.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { loadFileStorage } from '#functions/platform/files/file-storage.ts';
import { deleteDocument } from '#functions/platform/files/kept-documents.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { documentClient } from '#functions/platform/table/table.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { openPastYears } from '../../support/school/open-past-years.ts';
import { putRecords, executeActionOfTest as writeRecord } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { readTableContent, saveTableForRestore } from '../../support/school/table-content.ts';
import { killAtEachWrite } from '../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../support/step-by-step/stepped-executions.ts';
import { readRecordsOn, scanAtGate, writeDecisions } from './attendance-days.ts';

const { previewArchive, archiveAttendance, readAttendanceOfStudent } = attendanceContract;
const { correctAttendance, readAttendanceHistory, readAttendanceRegister, readAttendanceSummary } = attendanceContract;

/** Two half years of long ago, and one that stays: by the school file's three years. */
const days = { old: ['2021-09-06', '2021-09-07'], older: ['2021-03-01'], young: ['2025-09-02'] } as const;
const all = [...days.older, ...days.old, ...days.young];

const school = schoolForTests();
let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
let office: TestClient;
let putBack: () => Promise<void>;

beforeAll(async () => {
  await openPastYears();
  executions = await startSteppedExecutions();
  await countRequests();
  await live();
  office = await clientOfAccount(school.url, 'A1');
  putBack = await saveTableForRestore();
});
afterAll(() => executions.stop());

/** S01 was late each day, S02 absent with a reason, S03 has a deleted record of the last old day. */
async function live(): Promise<void> {
  await putRecords(PeriodEntity, [
    { year: 2020, term: 2, dateStart: '2021-01-11', dateEnd: '2021-04-01' },
    { year: 2021, term: 1, dateStart: '2021-09-01', dateEnd: '2021-12-10' },
  ]);
  const students = ['S01', 'S02', 'S03'];
  await putRecords(
    TermReportEntity,
    students.map((studentId) => ({ studentId, year: 2021, term: 1 as const, classId: '1A', formLevel: 1 })),
  );
  await writeRecord(ClassTermRegistrationEntity.put({ year: 2021, term: 1, classId: '1A', studentIds: students }));
  for (const date of all) {
    await scanAtGate(date, 'S01', '08:20:00');
    await writeDecisions(date, { S02: { am: 'A', pm: 'A', reason: 'Clinic', excused: true } });
  }
  await writeDecisions(days.old[1], { S03: { am: 'A' } });
  const [before] = await readRecordsOn(days.old[1], 'S03');
  if (before) await writeRecords([{ before, after: markRecordDeleted(before, new Date()) }], { openAt: 'even closed' });
}

/** Rows of a kind, each as the table has it. */
async function rowsOf(entity: string): Promise<string[]> {
  const rows = [...(await readTableContent())].filter(([, text]) => text.includes(`"__edb_e__":"${entity}"`));
  return rows.map(([key, text]) => `${key} ${text}`).sort();
}

async function files(): Promise<Record<string, { date: string }[]>> {
  const client = new S3Client({ forcePathStyle: true });
  const Bucket = process.env.DOCUMENTS_BUCKET;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'attendance-archive/' }));
  const found = Contents.map(async ({ Key = '' }) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return [
      Key,
      (JSON.parse((await Body?.transformToString()) ?? '') as { records: { date: string }[] }).records,
    ] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Every record that there is, of the table or of a file, once for each place. */
async function everyRecord(): Promise<string[]> {
  const stored = [...(await readTableContent()).values()]
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter((row) => row.__edb_e__ === 'attendance-record' && row.deletedAt === undefined);
  return [...stored, ...Object.values(await files()).flat()].map((row) => {
    const { studentId, date } = row as { studentId: string; date: string };
    return `${studentId} ${date}`;
  });
}
const everybodysDays = all.flatMap((date) => [`S01 ${date}`, `S02 ${date}`]).sort();

let underWay = 0;
async function countRequests(): Promise<void> {
  const { client } = await loadFileStorage();
  const count = (next: (args: object) => Promise<object>) => async (args: object) => {
    underWay += 1;
    return next(args).finally(() => {
      underWay -= 1;
    });
  };
  const options = { step: 'build', name: 'count-requests' } as const;
  client.middlewareStack.add(count as never, options);
  documentClient.middlewareStack.add(count as never, options);
}
/** The others of a batch go on until they reach the table, where they die too. */
async function nothingIsUnderWay(): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet = underWay > 0 ? 0 : quiet + 1) await new Promise((turn) => setImmediate(turn));
}

let minutes = 0;
/** One act as a page carries it out: the call under one key, the steps of its execution, and the call again. */
function archive(key: string = crypto.randomUUID()) {
  const ask = async () => {
    minutes += 1;
    const request = { now: new Date(Date.now() + minutes * 60_000), idempotencyKey: key };
    const caller = { accountId: 'A1', name: 'Ada Office' };
    const { handle } = archiveCall as unknown as { handle: (context: object) => Promise<{ state: string }> };
    return handle({ input: {}, caller, request, found: {} });
  };
  return async () => {
    await ask();
    await executions.run(work);
    return ask();
  };
}

/** What the screens and the printed lists say of the old days. */
async function shown() {
  const range = { from: '2021-01-11', to: '2021-12-10' };
  const student = async (id: string) => (await office.call(readAttendanceOfStudent, { id })).body;
  return JSON.parse(
    JSON.stringify({
      students: [await student('S01'), await student('S02')],
      class: await readClassAttendance('1A', range, new Date()),
      late: await readLateList(range, new Date()),
      summary: (await office.call(readAttendanceSummary, { dates: [range.from, range.to] })).body,
      history: (await office.call(readAttendanceHistory, { student_id: 'S02', date: days.old[0] })).body,
    }).replaceAll(/,"in_archive":(true|false)/g, ''),
  );
}

describe('the archive of attendance', () => {
  it('previews what is old enough, moves it into one file for each student and half year, and every list still shows it', async () => {
    const before = await shown();
    const { body: preview } = await office.call(previewArchive, {});
    expect(preview).toMatchObject({
      years: 3,
      due: [
        { half: '2021H1', records: 2 },
        { half: '2021H2', records: 4 },
      ],
    });
    const counts = await rowsOf('class-day');
    expect(await archive()()).toMatchObject({ state: 'finished', records: 0 });
    const stored = await files();
    expect(Object.keys(stored).sort()).toEqual([
      'attendance-archive/2021H1/S01.json',
      'attendance-archive/2021H1/S02.json',
      'attendance-archive/2021H2/S01.json',
      'attendance-archive/2021H2/S02.json',
    ]);
    expect((await everyRecord()).sort()).toEqual(everybodysDays);
    expect(stored['attendance-archive/2021H2/S01.json']?.map(({ date }) => date)).toEqual(days.old);
    // The deleted record ends by itself; the young one stays.
    expect(await rowsOf('attendance-record')).toHaveLength(3);
    expect(await rowsOf('class-day')).toEqual(counts);
    expect(await shown()).toEqual(before);
    expect(before.late.rows).toHaveLength(3);
    expect(before.history.record).toMatchObject({ am: 'A', reason: 'Clinic', am_by: 'Mona Núñez' });
    const { body: after } = await office.call(previewArchive, {});
    expect(after.due).toEqual([]);
    expect((await office.call(archiveAttendance, {})).error?.message).toEqual(['No attendance is older than 3 years.']);
    const trail = (await listAuditTrail('attendance-archive')).flatMap(({ changes }) => changes);
    expect(trail.map(({ field, after }) => `${field} ${after}`)).toContain('2021H2 4 records archived');
  });

  it('refuses changes to an archived day', async () => {
    const date = days.old[0];
    const correct = { student_id: 'S01', date, pm: 'A' as const, why: 'Seen.' };
    const before = await readTableContent();
    for (const call of [
      () => office.call(correctAttendance, correct),
      () => office.call(correctAttendance, { ...correct, student_id: 'S05' }),
      () =>
        office.call(attendanceContract.saveAttendanceRegister, {
          class_id: '1A',
          date,
          students: [{ student_id: 'S01', am: 'A' }],
          why: 'Entered later.',
        }),
      () =>
        office.call(attendanceContract.setSchoolDays, {
          from: date,
          to: date,
          held: 'none' as const,
          title: 'Storm',
          limits: null,
        }),
    ]) {
      const { status, error } = await call();
      expect([status, error?.message[0]]).toEqual([409, expect.stringContaining('in the archive')]);
    }
    expect((await office.call(readAttendanceRegister, { class_id: '1A', date })).body.closed).toBe('in the archive');
    expect(
      (await office.call(readAttendanceOfStudent, { id: 'S01' })).body.terms.at(-1)?.attendance_records,
    ).toMatchObject([{ date_scanned: days.older[0], in_archive: true }]);
    const isRecord = (text: string) => /"__edb_e__":"(attendance-record|class-day)"/.test(text);
    const content = [...(await readTableContent())].filter(([, text]) => isRecord(text));
    expect(content).toEqual([...before].filter(([, text]) => isRecord(text)));
  });

  it.each(
    isWholeRun ? [0, 1] : [0],
  )('loses and duplicates no record when killed at every write in turn: %i', async (parity) => {
    let again: ReturnType<typeof archive>;
    await killAtEachWrite({
      isWritten: (write) => write % 2 === parity,
      every: isWholeRun ? 1 : 3,
      begin: async () => {
        await afresh();
        again = archive();
        return () => again().finally(nothingIsUnderWay);
      },
      after: async (write) => {
        executions.endAll();
        // In one place at least, whatever was under way.
        expect([...new Set(await everyRecord())].sort()).toEqual(everybodysDays);
        const halfway = await office.call(readAttendanceOfStudent, { id: 'S01' });
        const seen = halfway.body.terms.flatMap(({ attendance_records: records }) => records);
        expect(seen.filter(({ is_recorded: isRecorded }) => isRecorded)).toHaveLength(all.length);
        expect([write, (await again()).state]).toEqual([write, 'finished']);
        expect([write, (await everyRecord()).sort()]).toEqual([write, everybodysDays]);
      },
    });
  });

  it('deletes no record whose file differs from what was written', async () => {
    await afresh();
    const { client } = await loadFileStorage();
    const before = await rowsOf('attendance-record');
    const another =
      (next: (args: { input: { Body?: Buffer } }) => Promise<unknown>, { commandName }: { commandName?: string }) =>
      (args: { input: { Body?: Buffer } }) => {
        if (commandName === 'PutObjectCommand')
          args.input.Body = Buffer.from(String(args.input.Body).replace('Clinic', 'Dentist'));
        return next(args);
      };
    client.middlewareStack.add(another as never, { step: 'initialize', name: 'another-file' });
    try {
      await expect(archive()()).rejects.toThrow('is not what was written');
    } finally {
      await nothingIsUnderWay();
      client.middlewareStack.remove('another-file');
    }
    const kept = await rowsOf('attendance-record');
    expect(kept.filter((row) => row.includes('S02'))).toEqual(before.filter((row) => row.includes('S02')));
  });

  it('includes a half year that has only absence notices', async () => {
    executions.endAll();
    await afresh();
    await writeRecord(PeriodEntity.put({ year: 2019, term: 3, dateStart: '2020-04-20', dateEnd: '2020-07-03' }));
    await writeDecisions('2020-05-04', { S01: { reason: 'A journey' }, S02: { reason: 'A journey' } });
    const { body } = await office.call(previewArchive, {});
    expect(body.due.map(({ half, records }) => [half, records])).toContainEqual(['2020H1', 2]);
    expect((await archive()()).state).toBe('finished');
    expect(Object.keys(await files())).toContain('attendance-archive/2020H1/S02.json');
    expect((await rowsOf('attendance-record')).join()).not.toContain('2020-05-04');
  });
});

/** As before anything was archived. */
async function afresh(): Promise<void> {
  await putBack();
  await Promise.all(Object.keys(await files()).map(deleteDocument));
}
