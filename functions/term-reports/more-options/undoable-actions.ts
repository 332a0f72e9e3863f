import { CustomAttributeType, type EntityItem } from 'electrodb';
import type { RecordKey, SubjectRecordItem } from '../../marks/subject-record.ts';
import type { TermReportItem } from '../../marks/term-report.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Attempt } from '../../platform/table/audit.ts';
import { entity, expiryOfDeleted, itemKey } from '../../platform/table/table.ts';
import type { ClassSettings } from '../../reference/periods.ts';

/** What a setting of a term was, and what an action made of it. */
export interface SettingState {
  value: number | string | null;
  classes: Record<string, ClassSettings> | null;
}

/** What was done, with everything that taking it back needs. */
export type UndoableChange =
  | {
      kind: 'subject record deleted';
      details: { key: RecordKey; record: SubjectRecordItem | null; isListed: boolean };
    }
  | { kind: 'term report deleted'; details: { report: TermReportItem } }
  | {
      kind: 'class changed';
      details: {
        studentId: string;
        from: string;
        to: string;
        teachers: Record<string, string>;
        /** The pages that the student's lines of the mark book stood on, by subject. */
        pages?: Record<string, string>;
      };
    }
  | {
      kind: 'setting changed';
      details: {
        year: number;
        term: 1 | 2 | 3;
        setting: keyof ClassSettings;
        before: SettingState;
        after: SettingState;
      };
    };

/** One action of the Edit / View Term Reports screen that can be undone, under the idempotency key it was done with. */
export const UndoableAction = entity({
  model: { entity: 'act', version: '1', service: 'formroom' },
  attributes: {
    key: { type: 'string', required: true },
    change: { type: CustomAttributeType<UndoableChange>('any'), required: true },
    at: { type: 'string', required: true },
    accountId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    undoneAt: { type: 'string' },
    /** Seconds since 1970, for DynamoDB's own clearing. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['key'], template: 'act#${key}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'act', casing: 'none' },
    },
  },
});

export type UndoableActionItem = EntityItem<typeof UndoableAction>;

export const undoableActionKey = (key: string) => itemKey(UndoableAction, { key });

/** The record of an action, ready to be created in its transaction. */
export const undoableAction = (
  change: UndoableChange,
  { caller, request }: { caller: Caller; request: Attempt },
): UndoableActionItem => ({
  key: request.idempotencyKey,
  change,
  at: request.now.toISOString(),
  accountId: caller.accountId,
  name: caller.name,
  expires: expiryOfDeleted(request.now),
});
