import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';

/** What the window of Post Term Reports asks to be typed: the reports that lack something, or those that are removed. */
export async function numberToConfirm(
  admin: TestClient,
  { year, term }: { year: number; term: number },
  posted: 0 | 1,
): Promise<number> {
  const inPath = { year: String(year), term: String(term) };
  const changes = await admin.call(termReportsContract.postingChanges, inPath);
  if (changes.status === 200) {
    return posted === 0 ? changes.body.reports : changes.body.students.filter(({ incomplete }) => incomplete).length;
  }
  const { status, body } = await admin.call(termReportsContract.postingCheck, inPath);
  // Where nobody can say: as many as there may be.
  if (status !== 200) return 1000;
  return body.students.filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length;
}
