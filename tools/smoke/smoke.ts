import { eventStream, fileExport, pdf } from './checks/documents.ts';
import { apiAlone, deepLinks, headers } from './checks/front-door.ts';
import { job } from './checks/job.ts';
import { tableExport, testAlarm } from './checks/operations.ts';
import { auditedSave, conflict } from './checks/saving.ts';
import { cookieFlags, signIn } from './checks/sign-in.ts';
import { refusedUpload, upload } from './checks/uploads.ts';
import { NotApplicable } from './not-applicable.ts';
import type { Place } from './place.ts';
import { leftBehind, removeAll } from './remove.ts';
import { makeVisitor, newMark, type Visitor } from './visitor.ts';

type Check = (visitor: Visitor) => Promise<string>;

/** In this order; what is not signed in for goes before the sign-in. */
const checks: readonly (readonly [title: string, check: Check])[] = [
  ['headers and CSP', headers],
  ['deep links', deepLinks],
  ['API past CloudFront', apiAlone],
  ['sign-in', signIn],
  ['cookie flags', cookieFlags],
  ['an audited save', auditedSave],
  ['a conflict', conflict],
  ['a PDF', pdf],
  ['an event stream', eventStream],
  ['an upload', upload],
  ['a refused upload', refusedUpload],
  ['an export', fileExport],
  ['a job', job],
  ['the table’s export', tableExport],
  ['a test alarm', testAlarm],
];

export interface Outcome {
  title: string;
  outcome: 'ok' | 'FAILED' | 'not here';
  /** The observation, the fault, or the reason why it was skipped. */
  told: string;
}

/**
 * Tests a school from outside, as an account that is made for it, and removes everything that it or an interrupted smoke test has made.
 * `tell` receives each outcome at once.
 */
export async function smokeTest(place: Place, tell: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome) => {
    outcomes.push(outcome);
    tell(outcome);
  };
  const tidy = async (mark: string, title: string) =>
    note(
      await outcomeOf(title, async () => {
        const { records, files } = await removeAll(mark);
        const again = await removeAll(mark);
        if (again.records + again.files > 0) throw new Error('Something was written after it was tidied up');
        return `nothing: the account, ${records} records and ${files} files are removed`;
      }),
    );
  for (const mark of await leftBehind(new Date())) await tidy(mark, `left behind by ${mark}`);
  const mark = newMark(new Date());
  try {
    const visitor = await makeVisitor(place, mark);
    for (const [title, check] of checks) note(await outcomeOf(title, () => check(visitor)));
  } finally {
    await tidy(mark, 'left behind');
  }
  return outcomes;
}

async function outcomeOf(title: string, check: () => Promise<string>): Promise<Outcome> {
  try {
    return { title, outcome: 'ok', told: await check() };
  } catch (error) {
    const outcome = error instanceof NotApplicable ? 'not here' : 'FAILED';
    return { title, outcome, told: (error as Error).message };
  }
}
