import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { keyWordings } from '#shared/options/oneroster/key-wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { logHeavyAct } from '../../../platform/heavy-act.ts';
import { hashSecret } from '../../../platform/identity/secrets.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../../platform/requests/require-manage-admins.ts';
import { readItems } from '../../../platform/table/table.ts';
import { addressOfSite, requireAddressOfSite } from '../../../school/records/school.ts';
import { offeredParts } from './offered-parts.ts';
import { endKey, listKeys, makeKey, type RosterKeyItem, rosterKeyKey } from './roster-keys.ts';
import { listReadings } from './roster-readings.ts';

export const listRosterKeys = callHandler(onerosterContract.listRosterKeys, {
  handle: async ({ caller, request: { now } }) => {
    requireManageAdmins(caller);
    const keys = await listKeys();
    const rows = await Promise.all(keys.map((key) => toRow(key, now)));
    return {
      keys: rows.sort((a, b) => a.name.localeCompare(b.name) || a.made_at.localeCompare(b.made_at)),
      parts: offeredParts(),
      address: addressOfSite(),
    };
  },
});

export const addRosterKey = callHandler(onerosterContract.addRosterKey, {
  handle: async ({ input: { name, reads }, caller, request }) => {
    requireManageAdmins(caller);
    requireAddressOfSite();
    if (reads.some((part) => !offeredParts().includes(part)))
      throw new ValidationError({ reads: [keyWordings.notGivenOut] });
    const keyId = idOfAttempt(request.idempotencyKey);
    const made = await makeKey({ keyId, name, reads: [...new Set(reads)] }, { caller, request });
    if (typeof made === 'string') throw new ConflictError(keyWordings.madeAlready);
    logHeavyAct('add-roster-key', caller);
    return { key: await readRow(keyId, request.now), secret: made.secret };
  },
});

/** Derived from the idempotency key, so that a repeated request does not make a second key. */
const idOfAttempt = (idempotencyKey: string): string =>
  hashSecret(idempotencyKey)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16);

export const endRosterKey = callHandler(onerosterContract.endRosterKey, {
  prefetch: ({ id }) => ({ key: rosterKeyKey(id) }),
  handle: async ({ input: { id }, found: { key }, caller, request }) => {
    requireManageAdmins(caller);
    if (!key) throw new NotFoundError(keyWordings.noSuchKey);
    if (key.endedAt === undefined) await endKey(key, { caller, request });
    return readRow(id, request.now);
  },
});

async function readRow(keyId: string, now: Date) {
  const { key } = await readItems({ key: rosterKeyKey(keyId) });
  if (!key) throw new NotFoundError(keyWordings.noSuchKey);
  return toRow(key, now);
}

const toRow = async ({ keyId, name, reads, madeAt, madeBy, lastUsedAt, endedAt }: RosterKeyItem, now: Date) => ({
  id: keyId,
  name,
  reads: [...reads],
  made_at: madeAt,
  made_by: madeBy,
  last_used: lastUsedAt ?? null,
  ended_at: endedAt ?? null,
  readings: await listReadings(keyId, now),
});
