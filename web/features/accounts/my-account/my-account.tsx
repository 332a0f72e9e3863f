import { useQuery } from '@tanstack/react-query';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { DevicesSection } from './devices-section.tsx';
import styles from './my-account.module.css';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';

/** Everybody's own sign-in: password, where one is signed in, and what happened at the door (ADR 0089). */
export default function MyAccount() {
  const account = useQuery({ ...queryOf(authContract.myAccount, {}), staleTime: 0 });
  return (
    <>
      <ScreenHead
        title="My account"
        {...(account.data ? { subtitle: `Your user name is ${account.data.user_name}.` } : {})}
      />
      {account.data ? (
        <div className={styles.sections}>
          <PasswordSection userName={account.data.user_name} />
          <SecondFactorSection userName={account.data.user_name} />
          <SessionsSection sessions={account.data.sessions} />
          <DevicesSection devices={account.data.devices} />
          <SignInsSection events={account.data.events} />
        </div>
      ) : (
        <Loading queries={[account]} what="your account" lines={8} />
      )}
    </>
  );
}
