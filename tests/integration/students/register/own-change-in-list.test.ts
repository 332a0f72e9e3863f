import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { holdClock } from '../../../support/clock.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

const { listAllStudents, saveStudent, archiveStudent, restoreStudent, addStudent } = studentRegisterContract;

describe('a list with columns of an index, which does not have the last change yet,', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  restoreAfterEach();
  let clock: ReturnType<typeof holdClock>;

  beforeEach(async () => {
    // The first reader makes the rosters.
    await office.call(listAllStudents, { view: 'current' });
    clock = holdClock();
  });
  afterEach(() => void vi.useRealTimers());

  const list = async (columns = 'phone_cell') => {
    const { body } = await office.call(listAllStudents, { view: 'current', columns });
    return body.current_students ?? [];
  };

  /** The list of somebody whose change the index answers without, and the rosters with. */
  const listAfter = async (change: () => Promise<unknown>) => {
    const saved = Promise.withResolvers<void>();
    let isIndexAsked = false;
    let isRosterAsked = false;
    return hookTable(
      async ({ command, input, send }) => {
        if (command === 'QueryCommand' && input.IndexName === 'gsi2' && !isIndexAsked) {
          isIndexAsked = true;
          const answer = await send();
          await change();
          saved.resolve();
          return answer;
        }
        if (JSON.stringify(input).includes('"class-rosters"') && !isRosterAsked) {
          isRosterAsked = true;
          await saved.promise;
        }
        return send();
      },
      () => list(),
    );
  };
  const ok = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
  const left = { student_id: 'S02', date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' };

  it('has the value that was just saved', async () => {
    const rows = await listAfter(() => ok(office.call(saveStudent, { id: 'S12', phone_cell: '868-555-0101' })));
    expect(rows.find(({ id }) => id === 'S12')?.phone_cell).toBe('868-555-0101');
    expect(rows).toHaveLength(15);
  });

  it('has a student in the new class, once and in the order of the ids', async () => {
    const rows = await listAfter(() => ok(office.call(saveStudent, { id: 'S01', class_id: '1B' })));
    const [first, second] = rows;
    expect([first?.id, first?.class_id, second?.id, rows.length]).toEqual(['S01', '1B', 'S02', 15]);
  });

  it('has nobody who was just archived, and who was just added or restored', async () => {
    const without = await listAfter(() => ok(office.call(archiveStudent, left)));
    expect(without.map(({ id }) => id)).not.toContain('S02');
    expect(without).toHaveLength(14);
    const back = await listAfter(() => ok(office.call(restoreStudent, { student_id: 'S02', class_id: '4B' })));
    expect(back.find(({ id }) => id === 'S02')?.class_id).toBe('4B');
    expect(back).toHaveLength(15);
    const newcomer = {
      first_name: 'Zoe',
      last_name: 'Zaid',
      date_of_birth: '2014-05-06',
      class_id: '1A',
      birth_certificate_no: '0012345678',
      house_code: 'Red',
      is_another: true,
    };
    const added = await listAfter(() => ok(office.call(addStudent, newcomer)));
    expect(added).toHaveLength(16);
    expect(added.find(({ last_name }) => last_name === 'Zaid')?.phone_cell).toBeNull();
  });

  it('asks for the records of those alone who were written in the last two minutes', async () => {
    await ok(office.call(saveStudent, { id: 'S12', phone_cell: '868-555-0101' }));
    const requests = async () =>
      (await recordTraffic(list)).map(({ operation, isConsistent }) => `${operation} ${isConsistent}`).toSorted();
    expect(await requests()).toEqual(['BatchGetItem true', 'BatchGetItem true', 'Query false', 'Query true']);
    clock.passMinutes(2.1);
    // That the session was used is written down.
    await list();
    expect(await requests()).toEqual(['BatchGetItem true', 'Query false', 'Query true']);
  });
});
