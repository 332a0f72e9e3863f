import type { EntityItem } from 'electrodb';
import { fileKinds, uploadTypes } from '#shared/students/files/kinds.ts';
import { entity, itemKey } from '../../platform/table/table.ts';

/** Lets an account send one file of a student, once (rule 20). */
export const UploadTicket = entity({
  model: { entity: 'upload-ticket', version: '1', service: 'formroom' },
  attributes: {
    ticket: { type: 'string', required: true },
    accountId: { type: 'string', required: true },
    studentId: { type: 'string', required: true },
    kind: { type: fileKinds, required: true },
    type: { type: uploadTypes, required: true },
    bytes: { type: 'number', required: true },
    /** The file that the new one replaces; absent for none. */
    seen: { type: 'string' },
    /** The idempotency key under which it was used up, and the file that the student has through it. */
    usedIn: { type: 'string' },
    file: { type: 'string' },
    /** Seconds since 1970, for DynamoDB's own clearing; nothing is taken in under it afterwards. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['ticket'], template: 'upload#${ticket}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'ticket', casing: 'none' },
    },
  },
});

export type TicketItem = EntityItem<typeof UploadTicket>;

export const ticketKey = (ticket: string) => itemKey(UploadTicket, { ticket });

/** Seconds in which a file can be sent and confirmed. */
export const ticketSeconds = 1800;
