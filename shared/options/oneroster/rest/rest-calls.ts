import * as z from 'zod/mini';
import { type CallRow, contract } from '../../../http/contract.ts';
import { noInput } from '../../../http/fields.ts';
import { keyRecords, keyTrail } from './partitions.ts';

/** Everything below `/ims/`: what is asked, and what is answered, is the standard's (OneRoster REST 1.2, RFC 6749). */
const ofProgram = {
  path: '/ims/{proxy+}',
  who: 'program',
  kind: 'documents',
  input: noInput,
  output: () => z.unknown(),
} as const satisfies Partial<CallRow>;

/** As the gateway knows them: all readings are one, and the other asks for a token. */
export const restCalls = contract({
  readRoster: {
    ...ofProgram,
    method: 'GET',
    needs: {
      table: 'read',
      partitions: 'indexes',
      own: { ...keyRecords, adds: keyTrail },
      files: { 'roster-files': ['read', 'write'] },
    },
  },
  askForRosterToken: {
    ...ofProgram,
    method: 'POST',
    needs: { table: 'none', own: keyRecords },
  },
});
