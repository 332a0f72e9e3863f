import type { ComponentType } from 'react';
import { actsPlace } from '#shared/place.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { StudentRecord } from './use-class-records.ts';

/** What a line above a student's record is about. */
export interface AboveRecordProps {
  record: StudentRecord;
  outbox: Outbox;
}

/** Lines above a student's record, below what is said of its posting. */
export const aboveRecord = actsPlace<ComponentType<AboveRecordProps>>('above a record');
