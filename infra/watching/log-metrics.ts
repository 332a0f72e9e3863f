import { attendanceContract } from '#shared/attendance/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';

/** A count of log lines as a metric of CloudWatch: every condition of one group holds, of any group. */
export interface LogMetric {
  /** Its name in the school's namespace. */
  name: string;
  /**
   * A field's path within a line, and what it is: `*` at an end is any text, `!` before it is the opposite, `>` before
   * a number is more than that.
   */
  lines: readonly Readonly<Record<string, string>>[];
  /** Of lines about these calls alone, as they name them. */
  calls?: readonly string[];
}

/**
 * A function that answers calls crashed, ran out of time or memory, or did not start: Lambda's own report of an
 * invocation, not ours. Or it gave out less than it should have, and said so (`logMissingDocument`).
 */
export const crashes: LogMetric = {
  name: 'FailedWork',
  lines: [{ type: 'platform.report', 'record.status': '!success' }, { message: 'document missing' }],
};

/** The same of the functions that work jobs. A step of theirs that crashed is tried again: what fails is the run. */
export const documentsLeftOut: LogMetric = { name: 'FailedWork', lines: [{ message: 'document missing' }] };

/** Long-running work failed for good: Step Functions' own log. The same metric as crashes: one signal. */
export const failedRuns: LogMetric = {
  name: 'FailedWork',
  lines: ['ExecutionFailed', 'ExecutionTimedOut', 'ExecutionAborted'].map((type) => ({ type })),
};

/** Calls by which the browser saves what was typed, as its outbox sends it (`defineSaveKind`). */
export const savingCalls = [
  markSheetContract.saveSubjectRecord,
  markBookContract.saveMark,
  weeklyTestsContract.importWeeklyTests,
  termReportsContract.saveTermReport,
  termReportsContract.updateSubjectRecord,
  attendanceContract.saveAttendanceRegister,
];

/** Milliseconds in which what was typed is to be saved. */
export const saveObjective = 1000;

/** Saves that took longer than the objective, or failed. */
export const lateSaves: LogMetric = {
  name: 'LateSaves',
  lines: [{ milliseconds: `>${saveObjective}` }, { status: '>499' }],
  calls: savingCalls.map(({ method, path }) => `${method} ${path}`),
};

/** Requests that are refused: to somebody who may not, or past CloudFront. */
export const refusals: LogMetric = { name: 'Refusals', lines: [{ status: '403' }] };

/** Sign-ins at any entrance that did not succeed: a wrong password or code, or somebody who has to wait. */
export const failedSignIns: LogMetric = {
  name: 'FailedSignIns',
  lines: ['*login', '/api/sign-in-code'].map((path) => ({ path, status: '4*' })),
};

/**
 * What an operator looks at each time: a sign-in that was refused because record and group of the account disagree
 * (`functions/sessions/account-role.ts`), and a heavy act that was done (`functions/platform/heavy-act.ts`, rule 53).
 * One metric, as each costs.
 */
export const toBeLookedAt: LogMetric = {
  name: 'ToBeLookedAt',
  lines: [{ message: 'account group differs' }, { message: 'heavy act' }],
};

/** In CloudWatch's language of filters. */
export function filterPattern({ lines, calls }: LogMetric): string {
  const any = lines.map((line) => (lines.length > 1 && Object.keys(line).length > 1 ? `(${all(line)})` : all(line)));
  const found = any.join(' || ');
  return calls ? `{ (${found}) && (${calls.map((call) => condition('call', call)).join(' || ')}) }` : `{ ${found} }`;
}

const all = (line: Readonly<Record<string, string>>): string =>
  Object.entries(line)
    .map(([field, value]) => condition(field, value))
    .join(' && ');

function condition(field: string, value: string): string {
  if (value.startsWith('>')) return `$.${field} > ${value.slice(1)}`;
  return `$.${field} ${value.startsWith('!') ? '!=' : '='} "${value.replace(/^!/, '')}"`;
}

/** Where a school's own metrics are. */
export const metricNamespace = (name: string): string => `Formroom/${name}`;
