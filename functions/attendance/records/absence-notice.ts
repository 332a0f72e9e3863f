import { entity } from '../../platform/table/entity.ts';

/** An absence that was told beforehand: what a list shows of it. Its days are told in the students' records. */
export interface AbsenceNoticeItem {
  studentId: string;
  /** The idempotency key under which it was told. */
  id: string;
  /** First and last day, yyyy-MM-dd. */
  from: string;
  to: string;
  reason: string;
  excused: boolean;
  /** Display name and UTC time: the stamp of the days that it filled. */
  by: string;
  at: string;
}

export const AbsenceNotice = entity<AbsenceNoticeItem>()({
  name: 'told-absence',
  pk: 'told#${studentId}',
  sk: '${id}',
});

export const absenceNoticeKey = (studentId: string, id: string) => AbsenceNotice.key({ studentId, id });
