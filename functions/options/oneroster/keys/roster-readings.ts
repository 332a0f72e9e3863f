import { executeActionIf } from '../../../platform/table/action.ts';
import { AuditRowEntity, auditRow } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { type RosterKeyItem, subjectOfKey } from './roster-keys.ts';

/** What was read with a key on a day, by list. It names nobody. */
export interface RosterReadingItem {
  keyId: string;
  /** UTC, yyyy-MM-dd. */
  day: string;
  /** As its address has it, without ids: `rostering/classes/{}/students`. */
  list: string;
  requests: number;
  records: number;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

export const RosterReadingEntity = entity<RosterReadingItem>()({
  name: 'roster-reading',
  pk: 'roster-readings#${keyId}',
  sk: '${day}#${list}',
});

/** Days for which it is kept: as events of access are. */
const keptDays = 400;

/** Days that the office's list of keys sums up. */
const shownDays = 7;

const dayMilliseconds = 86_400_000;

/** Lines of the office log that this process has written. */
const written = new Set<string>();

/**
 * Notes a reading: counts it, and says so in the office log, where a key has one line an hour and list. A line a page
 * would fill the log with thousands that say the same. One write; in a process that has not written the line, two.
 */
export async function noteReading(
  { keyId, name }: Pick<RosterKeyItem, 'keyId' | 'name'>,
  { list, records, now }: { list: string; records: number; now: Date },
): Promise<void> {
  const at = now.toISOString();
  const place = { keyId, day: at.slice(0, 10), list };
  await executeActionIf(
    RosterReadingEntity.upsert(place, {
      set: { expires: Math.ceil(now.getTime() / 1000) + keptDays * 86_400 },
      add: { requests: 1, records },
    }),
  );
  const idempotencyKey = `${at.slice(0, 13)}/${list}`;
  const line = `${keyId} ${idempotencyKey}`;
  if (written.has(line)) return;
  const row = auditRow({
    subject: subjectOfKey(keyId),
    changes: [{ field: 'read', before: null, after: list }],
    by: { caller: { accountId: `key.${keyId}`, name }, request: { now, idempotencyKey } },
    logKind: 'files',
  });
  await executeActionIf(AuditRowEntity.create(row));
  // A process lives some hours: what it remembers stays small.
  if (written.size > 1000) written.clear();
  written.add(line);
}

/** What was read with a key in the last days, most records first. One query. */
export async function listReadings(keyId: string, now: Date) {
  const from = new Date(now.getTime() - shownDays * dayMilliseconds).toISOString().slice(0, 10);
  const found = (await RosterReadingEntity.query({ keyId })).filter(({ day }) => day >= from);
  return [...Map.groupBy(found, ({ list }) => list)]
    .map(([list, days]) => ({
      list,
      requests: days.reduce((sum, { requests }) => sum + requests, 0),
      records: days.reduce((sum, { records }) => sum + records, 0),
    }))
    .sort((a, b) => b.records - a.records || a.list.localeCompare(b.list));
}
