import { expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import type { PendingRecord } from '../../../../web/outbox/pending-record.ts';
import { sendSave, setSaveKindLoader, UnreadableSaveError } from '../../../../web/outbox/save-kind.ts';
import { refuseWith, startContractServer } from '../../../support/school/contract-server.ts';

it('sends what a device has stored of a registration as it was typed, and nothing with a part that cannot be read', async () => {
  const server = startContractServer();
  server.on(authContract.setCsrfCookie, () => ({ ok: true as const }));
  setSaveKindLoader(() => import('../../../../web/app/save-kinds.ts'));
  await import('../../../../web/options/families/page/registration/registration-outbox.ts');
  server.on(familiesContract.saveMyRegistration, () => refuseWith(403, 'No.'));
  const sent = {
    key: 'k30',
    fields: { hobbies: 'Chess', phone_cell: null },
    was: { hobbies: null, phone_cell: '1' },
  };
  const waiting = {
    id: 'myRegistration/1',
    about: 'Ali, Bo',
    open: { fields: {}, was: {} },
    save: 'myRegistration',
    record: { year: 2025 },
    sent,
  } as unknown as PendingRecord;
  await expect(sendSave({ ...waiting, version: 1 }, sent)).rejects.toThrow('No.');
  const [seen] = server.callsOf(familiesContract.saveMyRegistration);
  expect(seen?.input).toEqual({ year: 2025, values: sent.fields, was: sent.was });
  expect(seen?.headers.get('idempotency-key')).toBe('k30');
  const house = { ...sent, fields: { house_code: 'Red' } };
  for (const [of, record] of [
    [house, { year: 2025 }],
    [sent, { year: '2025' }],
    [sent, {}],
  ] as const)
    await expect(sendSave({ ...waiting, version: 1, record: record as never }, of)).rejects.toThrow(
      UnreadableSaveError,
    );
  expect(server.callsOf(familiesContract.saveMyRegistration)).toHaveLength(1);
});
