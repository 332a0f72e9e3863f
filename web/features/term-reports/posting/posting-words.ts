import type { Output } from '#shared/http/contract.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';

/** A term and whether its reports are posted. */
export type PostedTerm = Output<typeof termReportsContract.readPostingState>[number];

/** What the window asks, by the state of the term. `changed`: reports that have changed since they were posted. */
export function titleOf(
  { year, term, posted }: PostedTerm,
  { isRemoving, changed }: { isRemoving: boolean; changed: number | undefined },
): string {
  if (isRemoving) return postingWordings.questionRemove(year, term);
  if (posted === 0) return postingWordings.question(year, term);
  return changed === 0 ? postingWordings.arePosted(year, term) : postingWordings.questionAgain(year, term);
}

/** What the buttons that do nothing wait for; null where each can be pressed, or the check is not there yet. */
export function whyNot({
  term,
  isRemoving,
  isConfirmed,
  count,
  reports,
}: {
  term: Pick<PostedTerm, 'posted'>;
  isRemoving: boolean;
  isConfirmed: boolean;
  count: number;
  reports: number | undefined;
}): string | null {
  if (reports === undefined) return null;
  const typing = isConfirmed ? [] : [`Type ${count} above ${isRemoving ? 'to remove the posting' : 'to post'}.`];
  const nothing = term.posted === 0 ? [postingWordings.nothingToRemove] : [];
  return [...typing, ...nothing].join(' ') || null;
}
