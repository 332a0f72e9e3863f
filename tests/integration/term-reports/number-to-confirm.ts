import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';

/** The number that Post Term Reports asks for: of incomplete reports, or of the reports whose posting is removed. */
export async function numberToConfirm(
  admin: TestClient,
  { year, term }: { year: number; term: number },
  posted: 0 | 1,
): Promise<number> {
  const inPath = { year: String(year), term: String(term) };
  const changes = await admin.call(termReportsContract.listPostingChanges, inPath);
  if (changes.status === 200) {
    return posted === 0 ? changes.body.reports : changes.body.students.filter(({ incomplete }) => incomplete).length;
  }
  const { status, body } = await admin.call(termReportsContract.checkPosting, inPath);
  // The check cannot be read: as many as there may be.
  if (status !== 200) return 1000;
  return body.students.filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length;
}
