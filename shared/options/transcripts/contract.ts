import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import { undoCalls } from '../../undo/calls.ts';
import { documentCalls } from './document-calls.ts';
import { earlierMarkCalls } from './earlier-mark-calls.ts';
import { listCalls } from './list-calls.ts';
import { officeOfTranscripts } from './office.ts';

/** Transcripts, certificates and lists made of posted reports, and marks of earlier terms. */
export const transcriptsContract = contract({
  ...documentCalls,
  ...earlierMarkCalls,
  ...listCalls,
  /** Imports of earlier marks: a student's go back where nobody has changed them since. */
  ...undoCalls({ path: '/api/transcripts-undo', ...officeOfTranscripts, needs: { table: 'write' } }, () =>
    z.strictObject({ of: z.literal('earlier-marks') }),
  ),
});
