import { accountsContract } from '#shared/accounts/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { clientOfAccount } from '../callers/callers.ts';

/** The longest that a school is likely to have; by the alphabet the first, so that lists begin with it. */
const longest = { last_name: 'Aaron-Bartholomew Ramkissoon', first_name: 'Christopher Emmanuel-Alexander' };

/** As long as a title and an abbreviation can be. */
const longestSubject = { title: 'Additional Mathematics and Quantitative Reasoning Workshops', abbr: 'MATHEMATIC' };

/** Gives the longest names to one student of every class of the demo school, to its teachers with a sign-in by name, and to Mathematics. */
export async function lengthenNames(url: string): Promise<void> {
  const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
  const accountIdOf = async (userName: string) => (await findAccountByUserName(userName))?.accountId ?? '';
  const office = await clientOfAccount(url, await accountIdOf('admin'));
  const answers: { status: number }[] = [
    await office.call(studentSubjectsContract.saveSubject, { id: 'MATH', ...longestSubject }),
  ];
  for (const userName of ['formteacher', 'teacher'])
    answers.push(await office.call(accountsContract.updateEmployee, { id: await accountIdOf(userName), ...longest }));
  const { current_students } = (await office.call(studentRegisterContract.listCurrentStudents, {})).body;
  const byClass = new Map(current_students.map(({ class_id, id }) => [class_id, id]));
  for (const id of byClass.values())
    answers.push(await office.call(studentRegisterContract.saveStudent, { id, ...longest }));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A name could not be made longer: ${JSON.stringify(refused)}`);
}
