import { entity } from '../../platform/table/entity.ts';

/**
 * An entered or accepted notice that a student will be absent. Its reason and excuse are also in the student's records
 * of those days.
 */
export interface AbsenceNoticeItem {
  studentId: string;
  /** The idempotency key of the request that added it. */
  id: string;
  /** First and last day, yyyy-MM-dd. */
  from: string;
  to: string;
  reason: string;
  excused: boolean;
  /** Display name and UTC time of the entry, as in the records of its days. */
  by: string;
  at: string;
  /**
   * Of what it comes, where somebody has accepted a proposal of the same id: a word of the option whose proposal it is.
   */
  origin?: string | undefined;
}

export const AbsenceNoticeEntity = entity<AbsenceNoticeItem>()({
  name: 'told-absence',
  pk: 'told#${studentId}',
  sk: '${id}',
});

export const absenceNoticeKey = (studentId: string, id: string) => AbsenceNoticeEntity.key({ studentId, id });
