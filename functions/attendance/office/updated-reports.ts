import { CustomAttributeType, type EntityItem } from 'electrodb';
import type { FieldStamp, ReportChange } from '../../marks/records/term-report.ts';
import { entity, expiryOfDeleted, itemKey } from '../../platform/table/table.ts';

/** What a batch of an update changed of a report, with whose the fields were before. */
export interface UpdatedReport {
  studentId: string;
  changes: readonly (ReportChange & { stamp: FieldStamp })[];
}

/** What a batch of an update did, for the undo of it: written in the batch's own transaction, so it is also the proof that it was done. */
export const UpdatedReports = entity({
  model: { entity: 'updated-reports', version: '1', service: 'formroom' },
  attributes: {
    run: { type: 'string', required: true },
    batch: { type: 'number', required: true },
    reports: { type: CustomAttributeType<readonly UpdatedReport[]>('any'), required: true },
    /** Epoch seconds: an act can be undone for 30 days. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['run'], template: 'term-reports-update#${run}', casing: 'none' },
      sk: { field: 'sk', composite: ['batch'], template: 'batch#${batch}', casing: 'none' },
    },
  },
});

export const updatedKey = (run: string, batch: number) => itemKey(UpdatedReports, { run, batch });

/** The record of a batch as the table holds it. */
export const updatedItem = (of: Omit<EntityItem<typeof UpdatedReports>, 'expires'>, now: Date) => ({
  ...of,
  expires: expiryOfDeleted(now),
  ...updatedKey(of.run, of.batch).key,
  __edb_e__: 'updated-reports',
  __edb_v__: '1',
});
