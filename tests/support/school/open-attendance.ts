import { findAccountByUserName } from '#functions/sessions/accounts.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount } from '../callers/callers.ts';

/** Opens the attendance of the demo school's third term, whose days are over by the clock of a browser. */
export async function openAttendanceOfThirdTerm(url: string): Promise<void> {
  const office = await clientOfAccount(url, (await findAccountByUserName('admin'))?.accountId ?? '');
  const { status } = await office.call(termsContract.openAttendance, { academic_year_id: '20252026', term: 3 });
  if (status !== 200) throw new Error(`The attendance of the third term could not be opened: ${status}`);
}
