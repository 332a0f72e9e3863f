import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeHeavyActEffect, type HeavyActOfTerm } from '#shared/accounts/approvals/heavy-acts.ts';
import { termsContract } from '#shared/school/contract.ts';
import { isSessionOver, messageOf } from '../api/errors.ts';
import { queryKeyOf } from '../api/query.ts';
import { Alert } from '../ui/display/alert.tsx';
import { Loading } from '../ui/display/loading.tsx';
import { ConfirmNumber, isNumberConfirmed } from '../ui/fields/confirm-number.tsx';
import { ApprovalNeededText, ApprovalToAnswer, OwnApprovalRequest } from './approval-request.tsx';
import { isSameAct, useWaitingApprovals } from './waiting-approvals.tsx';
import { approvalScreenWordings } from './wordings.ts';

interface HeavyActOptions {
  /** Undefined until it is known. */
  of: HeavyActOfTerm | undefined;
  /** Count of reports or students that it touches now; 0: it is not heavy. */
  count: number;
  /** Makes the call that asks a second administrator. */
  ask: (count: number) => Promise<unknown>;
}

interface HeavyActKit {
  /** The number to type, or the approval to answer; null without one. */
  field: ReactNode;
  /** The button of the act may be pressed. */
  isReady: boolean;
  /** The button's text where it does not do the act at once: 'Ask for approval', 'Approve'. */
  label: string | null;
  /** The button asks: press `ask` in place of the act. */
  isAsking: boolean;
  ask: () => Promise<void>;
  /** Fields for the act's call. */
  sent: { confirm?: number; approval?: string };
  /** Clears what was typed and refetches the requests, after the act or when the window is closed. */
  reset: () => void;
}

/**
 * The confirmation of a heavy act: by its number, or where the school file says so by a second administrator, who sees its present effect
 * (ADR 0018).
 */
export function useHeavyAct({ of, count, ask }: HeavyActOptions): HeavyActKit {
  const client = useQueryClient();
  const { isUsed, approvals } = useWaitingApprovals();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const look = () => client.invalidateQueries({ queryKey: queryKeyOf(termsContract.listApprovals) });
  const reset = () => {
    setTyped('');
    setFailure(null);
    if (isUsed) void look();
  };
  const tried = async (call: () => Promise<unknown>) => {
    setFailure(null);
    await call().catch((error: unknown) => {
      if (!isSessionOver(error)) setFailure(messageOf(error));
    });
    await look();
  };
  const plain = {
    ...{ field: null, isReady: true, label: null, isAsking: false, reset },
    ...{ ask: () => tried(() => ask(count)), sent: count > 0 ? { confirm: count } : {} },
  };
  if (of === undefined) return plain;
  const number = (text: string) => <ConfirmNumber {...{ count, text, typed, onTyped: setTyped }} />;
  if (!isUsed) {
    if (count === 0) return plain;
    return { ...plain, field: number(describeHeavyActEffect(of.act, count)), isReady: isNumberConfirmed(typed, count) };
  }
  if (!approvals.data) {
    if (count === 0) return plain;
    return { ...plain, field: <Loading queries={[approvals]} what="what waits" lines={2} />, isReady: false };
  }
  const last = approvals.data.find((one) => isSameAct(one, of));
  const withFailure = (field: ReactNode) => (
    <>
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      {field}
    </>
  );
  if (last?.state !== 'waiting') {
    if (count === 0) return { ...plain, field: failure === null ? null : withFailure(null) };
    const field = withFailure(<ApprovalNeededText of={of} count={count} last={last} />);
    return { ...plain, field, label: approvalScreenWordings.askForApproval, isAsking: true };
  }
  if (last.is_own) {
    const field = withFailure(<OwnApprovalRequest request={last} tried={tried} />);
    // Reports that have become complete need no approval.
    return { ...plain, field, isReady: count === 0 };
  }
  const isOther = count > 0 && count !== last.count;
  const field = withFailure(
    <ApprovalToAnswer request={last} tried={tried}>
      {last.why_not !== null && <Alert tone="warning">{last.why_not}</Alert>}
      {last.why_not === null &&
        isOther &&
        number(`Since then the number has changed. ${describeHeavyActEffect(of.act, count)}`)}
    </ApprovalToAnswer>,
  );
  const sent = { ...plain.sent, approval: last.id };
  const isReady = last.why_not === null && (!isOther || isNumberConfirmed(typed, count));
  return { ...plain, field, label: 'Approve', isReady, sent };
}
