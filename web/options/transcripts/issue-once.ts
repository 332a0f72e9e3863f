import type { Output, RawInput } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { call } from '../../api/call.ts';
import { readDraft, removeDraft, writeDraft } from '../../session/drafts.ts';

const { issueDocuments } = transcriptsContract;

/**
 * Issues documents. Until it has been answered, the same again is the same act, also in a window that was opened again
 * or on a page that was loaded again: what arrived before a connection broke gets no second number (rule 10).
 */
export async function issueOnce(
  userId: string,
  input: RawInput<typeof issueDocuments>,
): Promise<Output<typeof issueDocuments>> {
  const kept = `issue-documents/${JSON.stringify(input)}`;
  const known = readDraft(userId, kept);
  const idempotencyKey = typeof known === 'string' ? known : crypto.randomUUID();
  writeDraft(userId, kept, idempotencyKey);
  const answer = await call(issueDocuments, input, { idempotencyKey });
  removeDraft(userId, kept);
  return answer;
}
