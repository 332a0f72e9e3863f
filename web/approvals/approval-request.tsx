import { type ReactNode, useState } from 'react';
import type { Approval } from '#shared/accounts/approvals/approval-calls.ts';
import { describeHeavyActEffect, type HeavyActOfTerm } from '#shared/accounts/approvals/heavy-acts.ts';
import { termsContract } from '#shared/school/contract.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import styles from './approvals.module.css';
import { approvalScreenWordings } from './wordings.ts';

type Tried = (call: () => Promise<unknown>) => Promise<void>;

interface AskProps {
  of: HeavyActOfTerm;
  count: number;
  /** How the last request was answered. */
  last: Approval | undefined;
}

/** For an administrator who may ask: what the act does, and how an earlier request was answered. */
export const ApprovalNeededText = ({ of, count, last }: AskProps) => (
  <>
    {last?.state === 'refused' && (
      <Alert tone="warning">
        {last.answered_by} has refused this: {last.reason}
      </Alert>
    )}
    {last?.state === 'expired' && <Alert tone="warning">Nobody answered within a day. You may ask again.</Alert>}
    <p>{describeHeavyActEffect(of.act, count)} In this school another administrator approves that.</p>
  </>
);

/** For the asker: that the request waits, and until when. */
export function OwnApprovalRequest({ request, tried }: { request: Approval; tried: Tried }) {
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    await tried(() => call(termsContract.withdrawApproval, { id: request.id }));
    setBusy(false);
  };
  return (
    <Alert tone="info">
      <div className={styles.waiting}>
        <span>
          You have asked for this, {momentText(request.asked_at)}. {describeHeavyActEffect(request.act, request.count)}{' '}
          It waits for another administrator until {momentText(request.until)}.
        </span>
        <Button busy={isBusy} onClick={() => void withdraw()}>
          Withdraw
        </Button>
      </div>
    </Alert>
  );
}

/** For a second administrator: the request, and Refuse with its reason. `children`: what has changed since. */
export function ApprovalToAnswer({
  request,
  tried,
  children,
}: {
  request: Approval;
  tried: Tried;
  children: ReactNode;
}) {
  const [reason, setReason] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refuse = async (why: string) => {
    setBusy(true);
    await tried(() => call(termsContract.refuseApproval, { id: request.id, reason: why }));
    setBusy(false);
  };
  return (
    <>
      <Alert tone="warning">
        <div className={styles.waiting}>
          <span>
            {request.asked_by} has asked for this, {momentText(request.asked_at)}.{' '}
            {describeHeavyActEffect(request.act, request.count)}
          </span>
          {reason === null && <Button onClick={() => setReason('')}>Refuse</Button>}
        </div>
      </Alert>
      {reason === null ? (
        children
      ) : (
        <form
          className={styles.refusal}
          onSubmit={(event) => {
            event.preventDefault();
            void refuse(reason.trim());
          }}
        >
          <TextField
            label={approvalScreenWordings.whyItIsRefused}
            hint={`${request.asked_by} reads it.`}
            limit={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" variant="danger" busy={isBusy} disabled={reason.trim() === '' || reason.length > 200}>
            Refuse
          </Button>
        </form>
      )}
    </>
  );
}
