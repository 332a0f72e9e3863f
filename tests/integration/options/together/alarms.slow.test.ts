import { globSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { noteFailedMail } from '#functions/options/families/jobs/send-family-mails-worker.ts';
import { claimMail } from '#functions/options/families/records/family-mails.ts';
import { createJob, writePlan } from '#functions/platform/jobs/store.ts';
import { jobHandler } from '#functions/platform/jobs/worker.ts';
import { logger } from '#functions/platform/log.ts';
import { documentClient } from '#functions/platform/table/table.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { failedMailStep } from '#shared/options/families/jobs.ts';
import { allJobs } from '#shared/product.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { handler as goRound } from '../../../../infra/watching/canary/lambda.ts';
import {
  crashes,
  documentsLeftOut,
  failedRuns,
  failedSignIns,
  filterPattern,
  type LogMetric,
  lateSaves,
  refusals,
  toBeLookedAt,
} from '../../../../infra/watching/log-metrics.ts';
import type { RequestRecord } from '../../../../infra/watching/request-log.ts';
import { type LoadFunction, loadFromSources } from '../../../../local/load-functions.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { clientOfAccount, clientWithSession } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { collectLog, type LogLine } from '../../../support/log-lines.ts';
import { executeActionOfTest as writeRecord } from '../../../support/school/records.ts';
import { password, setUserGroups, startSmallSchool } from '../../../support/school/small-school.ts';

type Line = LogLine;

/** What docs/operations/something-is-wrong.md tells an operator to look for, by the title of the alarm. */
const runbook = new Map(
  readFileSync(new URL('../../../../docs/operations/something-is-wrong.md', import.meta.url), 'utf8')
    .split(/^## /m)
    .find((chapter) => chapter.startsWith('Alarms'))
    ?.split(/^#### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);
const tried = new Set<string>();
/** That the alarm's section names what is in the line, as it is written there. */
function isNamed(title: string, ...parts: string[]): void {
  tried.add(title);
  for (const part of parts) expect(runbook.get(title), `${title} names ${part}`).toContain(part);
}

/** Whether CloudWatch counts a line, as the filter says: `=`, `!=`, `>` and `*` at an end. */
function counts({ lines, calls }: LogMetric, line: Line): boolean {
  if (calls && !calls.includes(String(line.call))) return false;
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((at, step) => (at as Line | undefined)?.[step], line);
  const is = (value: unknown, wanted: string): boolean => {
    if (wanted.startsWith('>')) return typeof value === 'number' && value > Number(wanted.slice(1));
    if (wanted.startsWith('!')) return !is(value, wanted.slice(1));
    if (wanted.startsWith('*')) return typeof value === 'string' && value.endsWith(wanted.slice(1));
    if (wanted.endsWith('*')) return typeof value === 'string' && value.startsWith(wanted.slice(0, -1));
    return value === wanted;
  };
  return lines.some((conditions) => Object.entries(conditions).every(([path, wanted]) => is(valueAt(path), wanted)));
}

describe('what the runbook says of an alarm', () => {
  let school: RunningSchool;
  let requests: RequestRecord[] = [];
  const logged = collectLog();
  /** Lambda does not start the function. */
  let isThrottled = false;

  const throttling: LoadFunction = async (domain, kind) => {
    const { handler } = await loadFromSources(domain, kind);
    return {
      handler: ((...given: never[]) => {
        if (isThrottled) throw Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' });
        return (handler as (...given: never[]) => unknown)(...given);
      }) as never,
    };
  };

  beforeAll(async () => {
    school = await startSmallSchool({
      site: 'built',
      loadFunction: throttling,
      requestLog: (record) => void requests.push(record),
    });
    process.env.ADDRESS = school.url;
  });
  afterEach(() => {
    requests = [];
    logged.length = 0;
    isThrottled = false;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await school.stop();
  });

  const withMessage = (message: string): Line | undefined => logged.find((line) => line.message === message);
  const health = () => new TestClient(school.url).call(authContract.checkHealth, {});

  /** Has every request to DynamoDB go through this first. */
  async function whileTable<T>(does: () => Promise<void>, act: () => Promise<T>): Promise<T> {
    documentClient.middlewareStack.add(
      (next) => async (given) => {
        await does();
        return next(given);
      },
      // Below the client's own repeating, as the table's answers are.
      { step: 'finalizeRequest', priority: 'low', name: 'fault' },
    );
    try {
      return await act();
    } finally {
      documentClient.middlewareStack.remove('fault');
    }
  }
  const failing = (name: string) => async () => {
    throw Object.assign(new Error('The table is not well.'), { name, $metadata: {} });
  };

  it('is there when calls fail: the line has the request id that the user sees', async () => {
    const answer = await whileTable(failing('ValidationException'), health);
    const line = withMessage('unexpected');
    expect(line).toMatchObject({ level: 'ERROR', call: 'GET /api/health', error: { name: 'ValidationException' } });
    expect(answer.error?.request_id).toBe(line?.correlation_id);
    expect(requests).toMatchObject([{ request_id: line?.correlation_id, path: '/api/health', status: '500' }]);
    isNamed('calls fail', '"message":"unexpected"', '"status":"5');
  });

  it('is there when DynamoDB has no room in any try: the call is answered 503', async () => {
    const answer = await whileTable(failing('ThrottlingException'), health);
    expect(answer.status).toBe(503);
    expect(withMessage('table-away')).toMatchObject({
      call: 'GET /api/health',
      error: { cause: { name: 'ThrottlingException' } },
    });
    expect(requests).toMatchObject([{ path: '/api/health', status: '503' }]);
    isNamed('calls fail', '"message":"table-away"', 'ThrottlingException', '"status":"5');
  });

  it('is there when saves are late, or fail: each counts, and a quick one and a slow reading do not', async () => {
    const teacher = await new TestClient(school.url).signIn('mona', password);
    const cell = { id: 'S01', subject_id: 'MATH', year: 2025, term: 1, class_id: '1A', fields: {}, was: {} };
    const save = () => teacher.call(markSheetContract.saveSubjectRecord, cell as never);
    logger.setLogLevel('INFO');
    const saved = () => logged.filter(({ message, call }) => message === 'call' && call === 'POST /api/table2');
    await save();
    await whileTable(() => new Promise((resolve) => setTimeout(resolve, 1100)), save);
    await whileTable(failing('ValidationException'), save);
    await whileTable(() => new Promise((resolve) => setTimeout(resolve, 1100)), health);
    logger.setLogLevel('WARN');
    expect(saved().map((line) => counts(lateSaves, line))).toEqual([false, true, true]);
    const slowReading = logged.find(({ message, call }) => message === 'call' && call === 'GET /api/health');
    expect(Number(slowReading?.milliseconds)).toBeGreaterThan(1000);
    expect(counts(lateSaves, slowReading ?? {})).toBe(false);
    const { milliseconds, function_milliseconds } = requests.at(-1) as RequestRecord;
    expect(Number(milliseconds)).toBeGreaterThanOrEqual(Number(function_milliseconds));
    isNamed('saves are late', '"milliseconds"', '"function_milliseconds"', '"message":"call"');
  });

  it('is there when the table is throttled', async () => {
    await whileTable(failing('ProvisionedThroughputExceededException'), health);
    expect(withMessage('table-away')).toMatchObject({
      error: { cause: { name: 'ProvisionedThroughputExceededException' } },
    });
    isNamed('table throttled', '"name":"ProvisionedThroughputExceededException"');
  });

  it('is there when functions are throttled: a request that no function has a line of', async () => {
    isThrottled = true;
    vi.mocked(process.stderr.write).mockReturnValueOnce(true);
    expect((await health()).status).toBe(500);
    expect(requests).toMatchObject([{ path: '/api/health', status: '500', function_milliseconds: '-' }]);
    expect(logged).toEqual([]);
    isNamed('functions throttled', '"status":"5', 'none of the same request id');
  });

  it('is there when the health call or the sign-in page fails, and not while all is well', async () => {
    await goRound();
    expect(logged.filter(({ level }) => level === 'ERROR')).toEqual([]);
    expect(requests.map(({ path, status }) => `${path} ${status}`)).toEqual(['/api/health 200']);

    await expect(whileTable(failing('InternalServerError'), goRound)).rejects.toThrow();
    expect(withMessage('canary failed')).toMatchObject({ level: 'ERROR', look: 'health call: it answered 500' });
    isNamed('canary fails', '"message":"canary failed"', '`sign-in page`', '`health call`');
    expect(logged.filter(({ message }) => message === 'unexpected')).toHaveLength(1);
  });

  it('is there when nobody reaches the site', async () => {
    // Nothing listens at the port for nothing.
    vi.stubEnv('ADDRESS', 'http://127.0.0.1:1');
    await expect(goRound()).rejects.toThrow();
    vi.unstubAllEnvs();
    expect(String(withMessage('canary failed')?.look)).toMatch(/^sign-in page: /);
    expect(requests).toEqual([]);
    isNamed('canary fails', 'nobody reaches the school', 'DNS');
  });

  it('is there in a flood of refusals, which count one by one', async () => {
    const teacher = await new TestClient(school.url).signIn('mona', password);
    requests = [];
    await teacher.call(termsContract.listAcademicYears, {});
    await teacher.call(authContract.listSignInLockouts, {});
    expect(requests.map(({ status }) => status)).toEqual(['200', '403']);
    expect(requests.map((line) => counts(refusals, line))).toEqual([false, true]);
    isNamed('flood of refusals', '"status":"403"');
  });

  it('is there when many sign-ins fail, which count at each entrance', async () => {
    const visitor = await clientWithSession(school.url, undefined);
    requests = [];
    for (const door of [authContract.login, authContract.adminLogin, authContract.employeeLogin])
      await visitor.call(door, { name: 'somebody', password: 'Wrong-password-1' });
    for (let tries = 0; tries < 12; tries += 1)
      await visitor.call(authContract.login, { name: 'somebody', password: 'Wrong-password-1' });
    const statuses = new Set(requests.map(({ status }) => status));
    expect(statuses).toEqual(new Set(['401', '429']));
    expect(requests).toHaveLength(15);
    expect(requests.every((line) => counts(failedSignIns, line))).toBe(true);
    requests = [];
    await new TestClient(school.url).signIn('dina', password);
    expect(requests.some((line) => counts(failedSignIns, line))).toBe(false);
    isNamed('many failed sign-ins', '"status":"401"', '"status":"429"');
  });

  it('is there when account and group differ', async () => {
    await setUserGroups('eric', ['PTA', 'teacher']);
    const visitor = await clientWithSession(school.url, undefined);
    const { status } = await visitor.call(authContract.login, { name: 'eric', password });
    await setUserGroups('eric', ['teacher']);
    expect(status).toBe(403);
    const line = withMessage('account group differs');
    expect(line).toMatchObject({ level: 'ERROR', account: 'T2', role: 'teacher', groups: ['PTA', 'teacher'] });
    expect(counts(toBeLookedAt, line ?? {})).toBe(true);
    expect(JSON.stringify(line)).not.toMatch(/eric|Ali/);
    isNamed('something to look at', '"message":"account group differs"', '`groups`', 'check-accounts');
  });

  it('is there when a heavy act was done, and not before', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    const permissions = [{ menu: 'students' as const, action: null }];
    const nora = { name: 'Nora New', user_name: 'nora.new', user_admin: 'Admin' as const, permissions };
    await office.call(accountsContract.addAdministrator, { ...nora, user_name: 'clerk' });
    expect(withMessage('heavy act')).toBeUndefined();
    await office.call(accountsContract.addAdministrator, nora);
    const line = withMessage('heavy act');
    expect(line).toMatchObject({ level: 'WARN', act: 'add-administrator', account: 'A1' });
    expect(counts(toBeLookedAt, line ?? {})).toBe(true);
    expect(JSON.stringify(line)).not.toMatch(/nora/i);
    const ofJobs = Object.entries(allJobs).flatMap(([name, job]) => ('isHeavy' in job ? name : []));
    expect(ofJobs).toEqual([
      'promote-students',
      'export-school',
      'post-term-reports',
      'erase-student',
      'erase-due',
      'make-roster-file',
    ]);
    isNamed('something to look at', '"message":"heavy act"', '`act`');
  });

  it('is there when work fails: a job whose steps keep failing', async () => {
    const at = '2025-10-01T12:00:00.000Z';
    const [name, run] = ['register-students', 'a-run'];
    await writePlan({ name, run }, [['a']], new Date(at));
    await createJob({
      name,
      domain: 'terms',
      key: run,
      run,
      attempt: 1,
      state: 'running',
      input: {},
      total: 1,
      processed: 0,
      batches: 1,
      next: 0,
      startedAt: at,
      startedBy: 'A1',
      startedByName: 'Ada Office',
      notedAt: at,
    });
    const work = jobHandler({ [name]: { workBatch: failing('WorkError') as never } });
    const step = { name, key: run, run, attempt: 1, batch: 0, isDone: false } as const;
    await expect(work(step)).rejects.toThrow('The table is not well.');
    expect(withMessage('job step failed')).toMatchObject({ job: name, run, error: { name: 'WorkError' } });
    await work({ ...step, error: { Error: 'WorkError', Cause: '' } } as never);
    expect(withMessage('job failed')).toMatchObject({ level: 'ERROR', job: name, run, error: 'WorkError' });
    isNamed(
      'work fails',
      '"message":"job failed"',
      '"message":"job step failed"',
      '"type":"platform.report"',
      'ExecutionFailed',
    );
  });

  it('is there when a document is left out of what is given out, which counts as work that fails', async () => {
    // The record names a file that was never kept.
    const file = { file_birth_certificate: 'gone.pdf' };
    await writeRecord(StudentEntity.update({ studentId: 'S01' }, { set: file }));
    const office = await new TestClient(school.url).signIn('admin', password);
    const answer = await office.call(studentRegisterContract.exportEverythingAboutStudent, { student_id: 'S01' });
    expect(answer.body.missing).toEqual([
      'Report Card 2025-2026 Term 1: it has not been posted.',
      'Birth Certificate: the file is not there.',
    ]);
    const line = withMessage('document missing');
    expect(line).toMatchObject({ level: 'ERROR', document: 'file_birth_certificate' });
    expect(counts(crashes, line ?? {})).toBe(true);
    isNamed('work fails', '"message":"document missing"');
  });

  it.each([
    ['letters bounce', 'Bounce', 'bounced'],
    ['letters marked as spam', 'Complaint', 'complained'],
  ])('is there when %s, without the address', async (title, type, failure) => {
    const event = { occasion: 'report posted', event: `posted-2025-1-${type}`, group: 'posted-2025-1' } as const;
    const mail = await claimMail({ ...event, studentId: 'S01', address: 'mother@example.com' }, new Date());
    await noteFailedMail({ ...failedMailStep, event: { claim: mail?.claim ?? '', type } } as never);
    const line = withMessage('e-mail failed');
    expect(line).toMatchObject({ level: 'WARN', failure, occasion: 'report posted' });
    expect(JSON.stringify(line)).not.toContain('mother');
    isNamed(title, '"message":"e-mail failed"', `"failure":"${failure}"`, '/formroom/demo/jobs');
  });

  it('has been tried of each alarm, but for exports: tests of the stacks go through their steps and what starts them', () => {
    isNamed('no table export', '*work fails*', '*start failed*');
    for (const title of ['start failed', 'mail reports wait']) isNamed(title, 'npm run start-again');
    expect([...tried].toSorted()).toEqual([...runbook.keys()].toSorted());
  });
});

describe('a count of log lines', () => {
  /** Lines of AWS's own, from the documentation of Lambda's JSON log and of Step Functions' log. */
  const report = (status: string): Line => ({
    time: '2026-03-01T12:00:00.000Z',
    type: 'platform.report',
    record: { requestId: '6f7f0961', status, metrics: { durationMs: 10_000, memorySizeMB: 1024 } },
  });
  it('has the crashes of functions, and nothing that went well or that the application wrote', () => {
    expect(['timeout', 'error', 'failure'].map((status) => counts(crashes, report(status)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(counts(crashes, report('success'))).toBe(false);
    expect(counts(crashes, { type: 'platform.start', record: { requestId: '6f7f0961' } })).toBe(false);
    expect(counts(crashes, { level: 'ERROR', message: 'unexpected' })).toBe(false);
  });

  it('of late saves has every call by which the outbox of a browser saves, but those of options', () => {
    const kinds = globSync('web/{features,outbox}/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/defineSaveKind\(\s*(\w+)\.(\w+)/g)].map(
        ([, contract, call]) => `${contract}.${call}`,
      ),
    );
    const named: Record<string, { method: string; path: string }> = {
      'markSheetContract.saveSubjectRecord': markSheetContract.saveSubjectRecord,
      'markBookContract.saveMark': markBookContract.saveMark,
      'weeklyTestsContract.importWeeklyTests': weeklyTestsContract.importWeeklyTests,
      'termReportsContract.saveTermReport': termReportsContract.saveTermReport,
      'termReportsContract.updateSubjectRecord': termReportsContract.updateSubjectRecord,
      'attendanceContract.saveAttendanceRegister': attendanceContract.saveAttendanceRegister,
    };
    expect(kinds.toSorted()).toEqual(Object.keys(named).toSorted());
    const calls = Object.values(named).map(({ method, path }) => `${method} ${path}`);
    expect(lateSaves.calls?.toSorted()).toEqual(calls.toSorted());
  });

  it('is written as CloudWatch reads it', () => {
    expect(filterPattern(lateSaves)).toMatch(
      /^\{ \(\$\.milliseconds > 1000 \|\| \$\.status > 499\) && \(\$\.call = "POST \/api\/table2" \|\| .*\) \}$/,
    );
    // The longest that CloudWatch takes.
    expect(filterPattern(lateSaves).length).toBeLessThan(1024);
    expect([crashes, documentsLeftOut, failedRuns, refusals, failedSignIns, toBeLookedAt].map(filterPattern)).toEqual([
      '{ ($.type = "platform.report" && $.record.status != "success") || $.message = "document missing" }',
      '{ $.message = "document missing" }',
      '{ $.type = "ExecutionFailed" || $.type = "ExecutionTimedOut" || $.type = "ExecutionAborted" }',
      '{ $.status = "403" }',
      '{ ($.path = "*login" && $.status = "4*") || ($.path = "/api/sign-in-code" && $.status = "4*") }',
      '{ $.message = "account group differs" || $.message = "heavy act" }',
    ]);
  });
});
