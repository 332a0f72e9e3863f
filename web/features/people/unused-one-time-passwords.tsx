import { type QueryClient, useQuery } from '@tanstack/react-query';
import { accountsContract, type SignInSlip } from '#shared/accounts/contract.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { NoticeLoadError } from './lockout-notices.tsx';
import type { PasswordSlipData } from './password-slip.tsx';
import styles from './teachers.module.css';

/** Poll interval in milliseconds: a slip disappears once it was used. */
const lookEvery = 60_000;

/** Refetches the list after a password was made or replaced. */
export const refreshUnusedOneTimePasswords = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: queryKeyOf(accountsContract.listSignInSlips) });

/** The one-time passwords that this administrator has made within the hour and nobody has used, to be shown again. */
export function UnusedOneTimePasswords({ onShow }: { onShow: (slip: PasswordSlipData) => void }) {
  const slips = useQuery({
    ...queryOf(accountsContract.listSignInSlips, {}),
    refetchInterval: ({ state }) => (state.data?.length ? lookEvery : false),
  });
  if (slips.isError && !slips.data)
    return <NoticeLoadError query={slips} text="The new sign-ins could not be loaded." />;
  if (!slips.data?.length) return null;
  return (
    <Stack gap={8} below={16} className={styles.notices}>
      <Alert tone="info">
        <p>New sign-ins that nobody has used yet. You can open each again for an hour after you made it.</p>
        <Row as="span" align="stretch" wrap gap={8}>
          {slips.data.map((slip) => (
            <Button key={slip.account_id} aria-label={`Sign-in of ${slip.name}`} onClick={() => onShow(slipOf(slip))}>
              {slip.name}
            </Button>
          ))}
        </Row>
      </Alert>
    </Stack>
  );
}

const slipOf = ({ name, user_name, area, one_time_password }: SignInSlip): PasswordSlipData => ({
  name,
  userName: user_name,
  password: one_time_password,
  entrance: area === 'admin' ? '/admin' : '/',
});
