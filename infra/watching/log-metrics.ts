/** A count of log lines as a metric of CloudWatch: every condition of one group holds, of any group. */
export interface LogMetric {
  /** Its name in the school's namespace. */
  name: string;
  /** A field's path within a line, and what it is: `*` at an end is any text. `!` before it is the opposite. */
  lines: readonly Readonly<Record<string, string>>[];
}

/**
 * A function crashed, ran out of time or memory, or did not start: Lambda's own report of an invocation, not ours. Or
 * one gave out less than it should have, and said so (`logMissingDocument`).
 */
export const crashes: LogMetric = {
  name: 'FailedWork',
  lines: [{ type: 'platform.report', 'record.status': '!success' }, { message: 'document missing' }],
};

/** Long-running work failed for good: Step Functions' own log. The same metric as crashes: one signal. */
export const failedRuns: LogMetric = {
  name: 'FailedWork',
  lines: ['ExecutionFailed', 'ExecutionTimedOut', 'ExecutionAborted'].map((type) => ({ type })),
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
export const filterPattern = ({ lines }: LogMetric): string =>
  `{ ${lines.map((line) => (lines.length > 1 && Object.keys(line).length > 1 ? `(${conditions(line)})` : conditions(line))).join(' || ')} }`;

const conditions = (line: Readonly<Record<string, string>>): string =>
  Object.entries(line)
    .map(([field, value]) => `$.${field} ${value.startsWith('!') ? '!=' : '='} "${value.replace(/^!/, '')}"`)
    .join(' && ');

/** Where a school's own metrics are. */
export const metricNamespace = (name: string): string => `Formroom/${name}`;
