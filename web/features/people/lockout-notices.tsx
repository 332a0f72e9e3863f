import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { authContract, type SignInLockouts } from '#shared/accounts/auth/contract.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { schoolDayAndTime } from '../../ui/fields/dates/school-clock.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import styles from './teachers.module.css';

const clock = (utc: string): string => schoolDayAndTime(new Date(utc)).time;

/** Poll interval in milliseconds. */
const lookEvery = 60_000;

/**
 * Where wrong passwords keep new browsers out now, and the way to let them in (rule 18, ADR 0085). Nothing where nobody
 * is kept out.
 */
export function LockoutNotices() {
  const client = useQueryClient();
  const lockouts = useQuery({ ...queryOf(authContract.listSignInLockouts, {}), refetchInterval: lookEvery });
  const { act, busy: lifting } = useAct({ onFailed: noticeFailure });

  const lift = (key: string, input: { account_id: string } | { network: string }) =>
    act(async () => {
      const left = await call(authContract.liftSignInLockout, input);
      client.setQueryData<SignInLockouts>(queryKeyOf(authContract.listSignInLockouts, {}), left);
      snackbar('They can sign in on a new computer again.');
    }, key);
  const button = (key: string, label: string, input: { account_id: string } | { network: string }) => (
    <Button busy={lifting === key} disabled={lifting !== null && lifting !== key} onClick={() => void lift(key, input)}>
      {label}
    </Button>
  );

  if (lockouts.isError && !lockouts.data)
    return <NoticeLoadError query={lockouts} text="The blocked sign-ins could not be loaded." />;
  const { accounts = [], networks = [] } = lockouts.data ?? {};
  if (accounts.length + networks.length === 0) return null;
  return (
    <Stack gap={8} below={16} className={styles.notices}>
      {accounts.map(({ account_id, name, until }) => (
        <Alert key={account_id} tone="warning">
          <p>
            Wrong passwords were typed for <strong>{name}</strong>.{' '}
            <span>
              Until {clock(until)} nobody can sign in under this name from a new browser. Browsers that {name} has used
              before still can.
            </span>
          </p>
          {button(account_id, peopleScreenWordings.allowTwoMoreTries, { account_id })}
        </Alert>
      ))}
      {networks.map(({ network, since }) => (
        <Alert key={network} tone="warning">
          <p>
            Many wrong sign-ins came from <strong>{network}</strong> since {clock(since)}. New browsers there have to
            wait before they can sign in. Browsers that were used before, and everybody who is signed in, notice
            nothing.
          </p>
          {button(network, peopleScreenWordings.stopWaitingForHour, { network })}
        </Alert>
      ))}
    </Stack>
  );
}

/** In place of a notice above the teachers that could not be loaded: a sentence and Retry. */
export const NoticeLoadError = ({ query, text }: { query: UseQueryResult<unknown>; text: string }) => (
  <Stack gap={8} below={16} className={styles.notices}>
    <Alert tone="warning">
      <p>{text}</p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </Button>
    </Alert>
  </Stack>
);
