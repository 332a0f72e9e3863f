import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../callers/callers.ts';

/** The longest that a school is likely to have; by the alphabet the first, so that lists begin with it. */
const longest = { last_name: 'Aaron-Bartholomew Ramkissoon', first_name: 'Christopher Emmanuel-Alexander' };

/** Gives one student of every class of the demo school the longest name. */
export async function lengthenNames(url: string): Promise<void> {
  const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
  const office = await clientOfAccount(url, (await findAccountByUserName('admin'))?.accountId ?? '');
  const { current_students } = (await office.call(studentRegisterContract.listCurrentStudents, {})).body;
  const byClass = new Map(current_students.map(({ class_id, id }) => [class_id, id]));
  for (const id of byClass.values()) {
    const { status } = await office.call(studentRegisterContract.saveStudent, { id, ...longest });
    if (status !== 200) throw new Error(`${id} could not be renamed: ${status}`);
  }
}
