import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { presetLimit } from '#shared/students/register/preset-calls.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';

const { listColumnPresets, deleteColumnPreset, saveColumnPreset } = studentRegisterContract;

describe('column presets', () => {
  const school = schoolForTests();
  const [admin, pta] = [school.as('A1'), school.as('A3')];
  let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

  beforeAll(async () => {
    bringBack = await saveTableForRestore();
  });
  beforeEach(() => bringBack());

  const birthdays = { name: 'Birthdays', columns: ['date_of_birth' as const, 'house_code' as const] };
  const kept = async (client = admin) => (await client.call(listColumnPresets, {})).body;

  it('belong to the account, sorted by name, on every device', async () => {
    await admin.call(saveColumnPreset, { name: ' Contacts ', columns: ['phone_cell', 'email'], version: null });
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect(await kept(await clientOfAccount(school.url, 'A1'))).toEqual([
      { ...birthdays, version: 1 },
      { name: 'Contacts', columns: ['phone_cell', 'email'], version: 1 },
    ]);
    expect(await kept(pta)).toEqual([]);
  });

  it('are replaced where the seen version is current, and refused where another device has changed them', async () => {
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    const second = await admin.call(saveColumnPreset, { ...birthdays, columns: ['sex'], version: 1 });
    expect(second.body).toEqual({ name: 'Birthdays', columns: ['sex'], version: 2 });
    for (const version of [null, 1]) {
      expect((await admin.call(saveColumnPreset, { ...birthdays, version })).status).toBe(409);
    }
    expect((await admin.call(deleteColumnPreset, { name: 'Birthdays', version: 1 })).status).toBe(409);
    expect(await kept()).toEqual([{ name: 'Birthdays', columns: ['sex'], version: 2 }]);
  });

  it('are deleted and saved again, with audit rows', async () => {
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect((await admin.call(deleteColumnPreset, { name: 'Birthdays', version: 1 })).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect((await admin.call(deleteColumnPreset, { name: 'Birthdays', version: 1 })).status).toBe(200);
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect(await kept()).toHaveLength(1);
    const { auditTrail } = await import('#functions/platform/table/audit.ts');
    const trail = await auditTrail('column-presets#A1#Birthdays');
    const columns = 'date_of_birth,house_code';
    expect(trail.map(({ changes }) => changes[0])).toEqual([
      { field: 'columns', before: null, after: columns },
      { field: 'columns', before: columns, after: null },
      { field: 'columns', before: null, after: columns },
    ]);
  });

  it('have no office-only column for the PTA, even if one was saved earlier', async () => {
    const refused = await pta.call(saveColumnPreset, { name: 'Mine', columns: ['sex', 'allergy'], version: null });
    expect(refused.status).toBe(403);
    expect(await kept(pta)).toEqual([]);
    await admin.call(saveColumnPreset, { name: 'Mixed', columns: ['allergy', 'sex'], version: null });
    const { AccountEntity } = await import('#functions/sessions/accounts.ts');
    await writeAction(AccountEntity.update({ accountId: 'A1' }, { set: { role: 'PTA' } }));
    expect(await kept()).toEqual([{ name: 'Mixed', columns: ['sex'], version: 1 }]);
  });

  it(`are ${presetLimit} at most, with a name and a column each`, async () => {
    const numbers = Array.from({ length: presetLimit }, (_, index) => index + 1);
    const keep = (number: number) =>
      admin.call(saveColumnPreset, { ...birthdays, name: `Number ${number}`, version: null });
    await Promise.all(numbers.map(keep));
    const over = await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect([over.status, over.error?.fields?.name]).toEqual([422, [recordWordings.presetsFull(50)]]);
    // One that is there already may be changed.
    expect((await admin.call(saveColumnPreset, { ...birthdays, name: 'Number 7', version: 1 })).status).toBe(200);
    expect((await admin.call(saveColumnPreset, { ...birthdays, name: '  ', version: null })).status).toBe(422);
    expect((await admin.call(saveColumnPreset, { ...birthdays, columns: [], version: null })).status).toBe(422);
  });
});
