import { displayDate } from '#shared/school/display-date.ts';
import { ConflictError } from '../../platform/errors.ts';
import { type AttendanceItem, notDeleted } from '../records/attendance-record.ts';
import type { ToldAbsenceItem } from '../records/told-absence.ts';
import { excuseOf } from '../register/register-row.ts';

/**
 * Refuses to put an absence over what somebody has said of its days since `seen`: another reason, or another excuse. The message names
 * each with its days and who said it; `conflict` has the newest of them, whose moment is the `seen` by which all are replaced.
 */
export function refuseUnseen(
  told: Pick<ToldAbsenceItem, 'reason' | 'excused'>,
  { records, seen = '' }: { records: readonly AttendanceItem[]; seen?: string | undefined },
): void {
  const others = records
    .flatMap((stored) => {
      const record = notDeleted(stored);
      if (!record || !isOther(record, told)) return [];
      const { reasonBy, excusedBy, reasonAt = '', excusedAt = '' } = record;
      const isReason = reasonAt >= excusedAt;
      const by = (isReason ? reasonBy : excusedBy) ?? null;
      return [{ date: record.date, text: textOf(record), by, at: isReason ? reasonAt : excusedAt }];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
  const [newest] = others.toSorted((a, b) => b.at.localeCompare(a.at));
  if (!newest || newest.at <= seen) return;
  const groups = Map.groupBy(others, ({ text, by }) => `${text} (${by ?? 'unknown'})`);
  const lines = [...groups].map(([text, days]) => `${days.map(({ date }) => displayDate(date)).join(', ')}: ${text}`);
  throw new ConflictError(`Something else is said of these days already. ${lines.join('. ')}.`, {
    ...{ field: 'seen', yours: textOf(told), theirs: newest.text, by: newest.by, at: newest.at },
  });
}

/** True where somebody has said another reason, or another excuse, of the day. */
export const isOther = (
  record: AttendanceItem,
  { reason, excused }: Pick<ToldAbsenceItem, 'reason' | 'excused'>,
): boolean =>
  (record.reason !== undefined && record.reason !== reason) ||
  (record.excused !== undefined && record.excused !== excused);

const textOf = (said: Pick<AttendanceItem, 'reason' | 'excused'>): string =>
  [said.reason, excuseOf(said)].flatMap((part) => part ?? []).join(', ');
