import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import type { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { maxStudentsPerIssue } from '#shared/options/transcripts/kinds.ts';
import { readDraft, removeDraft, writeDraft } from '../../session/drafts.ts';
import { useSession } from '../../session/session.ts';
import { issueOnce } from './issue-once.ts';

type Answer = Output<typeof transcriptsContract.issueDocuments>;

/** What one call was asked; without an answer it may have been carried out. */
interface SentPart {
  student_ids: readonly string[];
  answer: Answer | null;
}

/**
 * Issues transcripts to students in as many calls as it takes. What was sent is kept in this tab until all of it has
 * been answered, so that a further try goes on there.
 */
export function useIssueInParts(name: string, studentIds: readonly string[]) {
  const userId = useSession()?.id ?? '';
  const kept = `issue-transcripts/${name}`;
  const [sent, setSent] = useState(() => (readDraft(userId, kept) as readonly SentPart[] | undefined) ?? []);

  const keep = (parts: readonly SentPart[]) => {
    writeDraft(userId, kept, parts);
    setSent(parts);
  };

  const issue = async (): Promise<Answer> => {
    const known = new Set(sent.flatMap(({ student_ids }) => student_ids));
    let parts = sent;
    for (const student_ids of [
      ...sent.flatMap((part) => (part.answer ? [] : [part.student_ids])),
      ...partsOf(studentIds.filter((id) => !known.has(id))),
    ]) {
      const others = parts.filter((part) => part.student_ids !== student_ids);
      keep([...others, { student_ids, answer: null }]);
      const answer = await issueOnce(userId, { kind: 'transcript', student_ids: [...student_ids], words: null });
      parts = [...others, { student_ids, answer }];
      keep(parts);
    }
    removeDraft(userId, kept);
    return issuedOf(parts);
  };
  return {
    /** What a try that stopped has issued, and to whom there was nothing to print. */
    issued: issuedOf(sent),
    /** Students of whom no answer came. */
    unanswered: sent.flatMap(({ student_ids, answer }) => (answer ? [] : student_ids)),
    hasBegun: sent.length > 0,
    issue,
  };
}

const issuedOf = (parts: readonly SentPart[]): Answer => ({
  documents: parts.flatMap(({ answer }) => answer?.documents ?? []),
  left: parts.flatMap(({ answer }) => answer?.left ?? []),
});

/** Parts of about one size: one student alone is refused where there is nothing to print. */
function partsOf(ids: readonly string[]): string[][] {
  const size = Math.ceil(ids.length / Math.ceil(ids.length / maxStudentsPerIssue));
  return ids.length === 0 ? [] : [ids.slice(0, size), ...partsOf(ids.slice(size))];
}
