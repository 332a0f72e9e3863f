import type { Approval } from '#shared/accounts/approvals/approval-calls.ts';
import { effectOf, type HeavyAct, titleOf } from '#shared/accounts/approvals/heavy-acts.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import styles from './approvals.module.css';
import { useApprovals } from './use-approvals.ts';

interface WaitingActsProps {
  acts: readonly HeavyAct[];
  /** Leads to where it is answered. */
  onOpen: (approval: Approval) => void;
}

/** On the screen of some acts: those that wait for a second administrator. */
export function WaitingActs({ acts, onOpen }: WaitingActsProps) {
  const { approvals } = useApprovals();
  const waiting = (approvals.data ?? []).filter(({ act, state }) => acts.includes(act) && state === 'waiting');
  return waiting.map((one) => (
    <Alert key={one.id} tone="info">
      <div className={styles.waiting}>
        <span>
          <strong>{titleOf(one)}</strong> {one.is_own ? 'You have' : `${one.asked_by} has`} asked for this,{' '}
          {momentText(one.asked_at)}. {effectOf(one.act, one.count)}
        </span>
        <Button onClick={() => onOpen(one)}>{one.is_own ? 'Open' : 'Look and answer'}</Button>
      </div>
    </Alert>
  ));
}
