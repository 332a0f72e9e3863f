import { makeStation } from '#functions/options/scan-stations/stations.ts';
import { school } from '#functions/school/records/school.ts';
import { findAccountByUserName } from '#functions/sessions/accounts.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { joinRowAbove, setWidth } from '#shared/term-reports/layouts/edit-layout.ts';
import { changeMarkInWords } from '#shared/term-reports/layouts/edit-lists.ts';
import { addGroup, renameColumn, renameGroup } from '#shared/term-reports/layouts/edit-subject-table.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { inWordsLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { clientOfAccount } from '../callers/callers.ts';

/** The longest that a school is likely to have; by the alphabet the first, so that lists begin with it. */
const longest = { last_name: 'Aaron-Bartholomew Ramkissoon', first_name: 'Christopher Emmanuel-Alexander' };

/** As long as a title and an abbreviation can be. */
const longestSubject = { title: 'Additional Mathematics and Quantitative Reasoning Workshops', abbr: 'MATHEMATIC' };

/** A class that is called by its stream, and a house by its founder. */
export const longClass = 'Form 2 Humanities';
const longHouse = { id: 'AUG', name: 'St. Augustine of Canterbury', color: '#7a3e9d' };
const longTown = 'Santa Rosa Heights Extension, Arima';
const longStation = 'Gate of the Upper School, Eastern Main R';

/** A layout with the longest names, headings and words, and two blocks beside each other. */
const longLayout = [
  (layout: CardLayout) => ({ ...layout, name: 'Report for the parents of lower schools', title: 'Report to parents' }),
  (layout: CardLayout) => addGroup(layout, 'MATH'),
  (layout: CardLayout) => renameGroup(layout, 0, 'Sciences, Technologies and Mathematics'),
  (layout: CardLayout) => renameColumn(layout, 'total', 'Mark of the term in per cent'),
  (layout: CardLayout) => changeMarkInWords(layout, 0, { words: 'Outstanding beyond all doubts' }),
  (layout: CardLayout) => joinRowAbove(layout, { side: 'front', row: 6, block: 0 }),
  (layout: CardLayout) => setWidth(layout, { side: 'front', row: 5, block: 0 }, 60),
].reduce((layout, change) => change(layout), inWordsLayout);

/**
 * Moves three students of 2A into a class of a long name, with the longest names, house and town, and makes a station
 * with the longest name; call it after {@link lengthenNames}. Returns the id of one of them.
 */
export async function lengthenPlaces(url: string): Promise<string> {
  const file = school();
  file.formClasses.push({ id: longClass, form_level: 2, next_class_id: '3A' });
  file.houses.push(longHouse);
  const office = await clientOfAccount(url, (await findAccountByUserName('admin'))?.accountId ?? '');
  const { current_students } = (await office.call(studentRegisterContract.listCurrentStudents, {})).body;
  const moved = current_students.filter(({ class_id }) => class_id === '2A').slice(0, 3);
  for (const { id } of moved) {
    const { status } = await office.call(studentRegisterContract.saveStudent, {
      id,
      ...longest,
      class_id: longClass,
      house_code: longHouse.id,
      address_line_2: longTown,
    });
    if (status !== 200) throw new Error(`A student could not be moved: ${status}`);
  }
  const caller = { accountId: 'A1', name: 'Ada Office' };
  await makeStation(
    { stationId: 'LONG', name: longStation },
    { caller, request: { now: new Date(), idempotencyKey: 'long-station' } },
  );
  const layout = { layout: toLayoutText(longLayout), levels: [1, 2, 3, 4, 5, 6, 7], saves: 0 };
  const { status } = await office.call(termReportsContract.saveCardLayout, { ...layout, terms: [1, 2, 3] });
  if (status !== 200) throw new Error(`A layout could not be begun: ${status}`);
  if (moved[0] === undefined) throw new Error('The demo school has nobody in 2A.');
  return moved[0].id;
}

/**
 * Gives the longest names to one student of every class of the demo school, to its teachers with a sign-in by name, and
 * to Mathematics.
 */
export async function lengthenNames(url: string): Promise<void> {
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
