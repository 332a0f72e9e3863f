import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { holdClock } from '../../../support/clock.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';
import { KeptByTest, listStoredStudents } from './kept-by-test.ts';

const { listAllStudents, listCurrentStudents, saveStudent, archiveStudent, restoreStudent } = studentRegisterContract;
const { listStudentsForAttendance } = attendanceContract;

const shown = ['id', 'last_name', 'first_name', 'class_id', 'date_of_birth', 'house_code'] as const;
const ofPtaToo = ['id', 'last_name', 'first_name', 'class_id', 'address_line_2'] as const;
const withPhone = ['id', 'last_name', 'first_name', 'class_id', 'phone_cell'] as const;
/** By hand, as the small school has them. */
const of1A = ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'];
const of1B = ['S11', 'S12', 'S13'];

describe('a kept list of students', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const clerk = school.as('A2');
  const pta = school.as('A3');
  restoreAfterEach();
  let clock: ReturnType<typeof holdClock>;
  let list: KeptByTest;
  let phones: KeptByTest;

  beforeEach(async () => {
    // The first reader makes the rosters.
    await office.call(listAllStudents, { view: 'current' });
    clock = holdClock();
    clock.passMinutes(3);
    list = new KeptByTest(office, listAllStudents, { view: 'current' });
    phones = new KeptByTest(office, listAllStudents, { view: 'current', columns: 'phone_cell' });
    await list.ask();
    await phones.ask();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  const save = async (id: string, facts: object) =>
    expect((await clerk.call(saveStudent, { id, ...facts })).status).toBe(200);
  const otherClasses = async (changed: readonly string[]) => {
    const { school: file } = await import('#functions/school/records/school.ts');
    return file()
      .formClasses.map(({ id }) => id)
      .filter((id) => !changed.includes(id))
      .sort();
  };

  it('takes the rows of one changed class, at what its roster costs', async () => {
    await save('S12', { last_name: 'Aaron' });
    let answer: Awaited<ReturnType<KeptByTest['ask']>> | undefined;
    const traffic = await recordTraffic(async () => {
      answer = await list.ask();
    });
    expect([answer?.ids, answer?.unchanged?.toSorted()]).toEqual([of1B, await otherClasses(['1B'])]);
    // Session; versions of the school; roster of the class.
    expect(traffic.map(({ operation, units }) => [operation, units])).toEqual([
      ['BatchGetItem', 2],
      ['Query', 1],
      ['Query', 1],
    ]);
    expect(list.lines()).toEqual(await listStoredStudents(shown));
    expect(await list.ask()).toBeNull();
  });

  it('of columns that no roster has takes the records of that class, before the index has the change', async () => {
    await save('S12', { phone_cell: '868-555-0101' });
    let answer: Awaited<ReturnType<KeptByTest['ask']>> | undefined;
    const traffic = await recordTraffic(async () => {
      answer = await phones.ask();
    });
    expect(answer?.ids).toEqual(of1B);
    expect(traffic.map(({ operation, units, isConsistent }) => [operation, units, isConsistent])).toEqual([
      ['BatchGetItem', 2, true],
      ['Query', 1, true],
      ['Query', 1, true],
      ['BatchGetItem', 3, true],
    ]);
    expect(phones.lines()).toEqual(await listStoredStudents(withPhone));
    // Until the index has it, the class is sent again; then it is known.
    expect((await phones.ask())?.ids).toEqual(of1B);
    clock.passMinutes(3);
    await phones.ask();
    expect(await phones.ask()).toBeNull();
  });

  it('has a student who moves to another class once, and none who has left', async () => {
    await save('S01', { class_id: '1B' });
    for (const kept of [list, phones]) expect((await kept.ask())?.ids).toEqual([...of1A, ...of1B]);
    expect(list.lines()).toEqual(await listStoredStudents(shown));
    const left = { student_id: 'S02', date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' };
    expect((await office.call(archiveStudent, left)).status).toBe(200);
    for (const kept of [list, phones]) expect((await kept.ask())?.ids).not.toContain('S02');
    expect(phones.lines()).toEqual(await listStoredStudents(withPhone));
    expect((await office.call(restoreStudent, { student_id: 'S02', class_id: '4B' })).status).toBe(200);
    for (const kept of [list, phones]) expect((await kept.ask())?.ids).toContain('S02');
    expect(list.lines()).toEqual(await listStoredStudents(shown));
    expect(phones.lines()).toEqual(await listStoredStudents(withPhone));
  });

  it('is sent whole where more than five classes have changed', async () => {
    const others = ['2A', '2B', '3A', '3B'];
    for (const [place, class_id] of others.entries()) await save(of1A[place] ?? '', { class_id });
    expect((await list.ask())?.unchanged?.length).toBeGreaterThan(5);
    for (const id of ['S05', ...of1A.slice(0, others.length)]) await save(id, { class_id: '4A' });
    const whole = await list.ask();
    expect([whole?.ids.length, whole?.unchanged]).toEqual([15, undefined]);
    expect(list.lines()).toEqual(await listStoredStudents(shown));
  });

  it('is sent whole to a browser that has other columns, nothing, or the list of another release or another kind of account', async () => {
    await save('S12', { last_name: 'Aaron' });
    const askWith = async (tag: string | undefined, columns = 'house_code') => {
      const headers = tag === undefined ? {} : { 'If-None-Match': tag };
      const { body } = await office.call(listAllStudents, { view: 'current', columns, changed_only: '1' }, headers);
      return [body.current_students?.length, body.unchanged];
    };
    expect(await askWith(list.tag)).toEqual([15, undefined]);
    expect(await askWith(undefined)).toEqual([15, undefined]);
    expect(await askWith(phones.tag, 'phone_cell,phone_home')).toEqual([15, undefined]);
    expect(await askWith(phones.tag, 'phone_cell')).toEqual([3, expect.arrayContaining(['1A'])]);
    const [ofOffice, ofPta] = [office, pta].map(
      (client) => new KeptByTest(client, listCurrentStudents, { columns: 'address_line_2,home_address' }),
    ) as [KeptByTest, KeptByTest];
    await ofOffice.ask();
    ofPta.tag = ofOffice.tag;
    expect([(await ofOffice.ask())?.ids.length, (await ofPta.ask())?.ids.length]).toEqual([3, 15]);
    vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '8');
    expect(await askWith(phones.tag, 'phone_cell')).toEqual([15, undefined]);
  });

  it('is sent whole to a browser that cannot put it together, which does not ask for less', async () => {
    await save('S12', { last_name: 'Aaron' });
    const { body } = await office.call(listAllStudents, { view: 'current' }, { 'If-None-Match': list.tag ?? '' });
    expect([body.current_students?.length, body.unchanged]).toEqual([15, undefined]);
  });

  it('gives the PTA no column of the office in a difference either', async () => {
    const ofPta = new KeptByTest(pta, listCurrentStudents, { columns: 'address_line_2,home_address' });
    await ofPta.ask();
    await save('S12', { home_address: '11 Heronry Lane' });
    expect((await ofPta.ask())?.ids).toEqual(of1B);
    expect(ofPta.rows.filter((row) => 'home_address' in row)).toEqual([]);
    expect(ofPta.lines()).toEqual(await listStoredStudents(ofPtaToo));
  });

  it('for attendance is patched by class, in the order of the whole list', async () => {
    const { headers } = await office.call(listStudentsForAttendance, {});
    await save('S12', { last_name: 'Aaron' });
    const tag = { 'If-None-Match': headers.get('etag') ?? '' };
    const { body } = await office.call(listStudentsForAttendance, { changed_only: '1' }, tag);
    expect(body.students.map(({ id, class_id }) => [id, class_id])).toEqual([
      ['S12', '1B'],
      ['S11', '1B'],
      ['S13', '1B'],
    ]);
    expect(body.unchanged?.toSorted()).toEqual(await otherClasses(['1B']));
  });

  it('of columns that no roster has leaves out a student who leaves while it is read', async () => {
    await save('S12', { phone_cell: '868-555-0101' });
    let isRosterRead = false;
    await hookTable(
      async ({ command, input, send }) => {
        if (isRosterRead && command.startsWith('BatchGet')) {
          isRosterRead = false;
          const left = { student_id: 'S13', date_of_leaving: '2025-11-20', reason: null };
          expect((await office.call(archiveStudent, left)).status).toBe(200);
        }
        if (command === 'QueryCommand' && JSON.stringify(input).includes('"class-rosters"')) isRosterRead = true;
        return send();
      },
      () => phones.ask(),
    );
    expect(phones.lines()).toEqual(await listStoredStudents(withPhone));
    expect(phones.rows).toHaveLength(14);
  });

  it.each([
    ['into', 'S01', '1B'],
    ['out of', 'S11', '1A'],
  ])('has everybody once where somebody moves %s a changed class while it is read', async (_, student, class_id) => {
    await save('S12', { last_name: 'Aaron' });
    let isMoved = false;
    const answer = await hookTable(
      async ({ command, input, send }) => {
        const isRoster = command === 'QueryCommand' && JSON.stringify(input).includes('"class-rosters"');
        if (isRoster && !isMoved) {
          isMoved = true;
          await save(student, { class_id });
        }
        return send();
      },
      () => list.ask(),
    );
    expect([isMoved, answer?.unchanged]).toEqual([true, undefined]);
    expect(list.lines()).toEqual(await listStoredStudents(shown));
    // The answer is newer than its tag.
    await list.ask();
    expect(list.lines()).toEqual(await listStoredStudents(shown));
    expect(await list.ask()).toBeNull();
  });
});
