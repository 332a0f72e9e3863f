import { actsPlace } from '#shared/place.ts';
import { checkEventStream, checkFileExport, checkPrintedPdf } from './checks/documents.ts';
import { checkApiRefusesDirectCalls, checkDeepLinks, checkHeaders, checkRequestId } from './checks/front-door.ts';
import { checkJob } from './checks/job.ts';
import { checkAlarm, checkTableExport } from './checks/operations.ts';
import { checkAuditedSave, checkConflict, checkProgress } from './checks/saving.ts';
import { checkCookieFlags, checkSignIn } from './checks/sign-in.ts';
import { checkRefusedUpload, checkUpload } from './checks/uploads.ts';
import { NotApplicable } from './not-applicable.ts';
import { findLeftovers, removeSmokeTest } from './remove-smoke-test.ts';
import type { TestedSchool } from './tested-school.ts';
import { createVisitor, newSmokeTestId, type Visitor } from './visitor.ts';

/** What is tried, and how: it answers with what it saw, or throws. */
export type SmokeCheck = readonly [title: string, check: (visitor: Visitor) => Promise<string>];

/** What is tried of options, after the sign-in. */
export const smokeChecksOfOptions = actsPlace<readonly SmokeCheck[]>('smoke checks');

/** In this order; what is not signed in for goes before the sign-in. */
const checks: readonly SmokeCheck[] = [
  ['headers and CSP', checkHeaders],
  ['deep links', checkDeepLinks],
  ['a request’s id', checkRequestId],
  ['API past CloudFront', checkApiRefusesDirectCalls],
  ['sign-in', checkSignIn],
  ['cookie flags', checkCookieFlags],
  ['an audited save', checkAuditedSave],
  ['a conflict', checkConflict],
  ['progress of marks', checkProgress],
  ['a PDF', checkPrintedPdf],
  ['an event stream', checkEventStream],
  ['an upload', checkUpload],
  ['a refused upload', checkRefusedUpload],
  ['an export', checkFileExport],
  ['a job', checkJob],
  ['the table’s export', checkTableExport],
  ['a test alarm', checkAlarm],
];

export interface CheckOutcome {
  title: string;
  outcome: 'ok' | 'FAILED' | 'not here';
  /** The observation, the fault, or the reason why it was skipped. */
  told: string;
}

/**
 * Tests a school from outside, as an account that is made for it, and removes everything that it or an interrupted
 * smoke test has made. `tell` receives each outcome at once.
 */
export async function runSmokeTest(
  place: TestedSchool,
  tell: (outcome: CheckOutcome) => void,
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  const note = (outcome: CheckOutcome) => {
    outcomes.push(outcome);
    tell(outcome);
  };
  const tidy = async (mark: string, title: string) =>
    note(
      await outcomeOf(title, async () => {
        const { records, files } = await removeSmokeTest(mark);
        const again = await removeSmokeTest(mark);
        if (again.records + again.files > 0) throw new Error('Something was written after it was tidied up');
        return `nothing: the account, ${records} records and ${files} files are removed`;
      }),
    );
  for (const mark of await findLeftovers(new Date())) await tidy(mark, `left behind by ${mark}`);
  const mark = newSmokeTestId(new Date());
  try {
    const visitor = await createVisitor(place, mark);
    const all = [...checks, ...smokeChecksOfOptions.of(place.school.options).flat()];
    for (const [title, check] of all) note(await outcomeOf(title, () => check(visitor)));
  } finally {
    await tidy(mark, 'left behind');
  }
  return outcomes;
}

async function outcomeOf(title: string, check: () => Promise<string>): Promise<CheckOutcome> {
  try {
    return { title, outcome: 'ok', told: await check() };
  } catch (error) {
    const outcome = error instanceof NotApplicable ? 'not here' : 'FAILED';
    return { title, outcome, told: (error as Error).message };
  }
}
