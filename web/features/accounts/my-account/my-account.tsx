import { useQuery } from '@tanstack/react-query';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accessKindLabels, type ListedAccessEvent } from '#shared/accounts/auth/own-account.ts';
import { queryOf } from '../../../api/query.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ListRow, RowList } from '../../../ui/display/row-list.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Muted } from '../../../ui/layout/muted.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { DevicesSection } from './devices-section.tsx';
import styles from './my-account.module.css';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { AccountSection } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The user's own sign-in: password, second factor, sessions, devices and recent access events (ADR 0089). */
export default function MyAccount() {
  const account = useQuery({ ...queryOf(authContract.readMyAccount, {}), staleTime: 0 });
  return (
    <>
      <ScreenHead
        title="My account"
        {...(account.data ? { subtitle: `Your user name is ${account.data.user_name}.` } : {})}
      />
      {account.data ? (
        <Stack gap={16} width={760}>
          <PasswordSection userName={account.data.user_name} />
          <SecondFactorSection userName={account.data.user_name} />
          <SessionsSection sessions={account.data.sessions} />
          <DevicesSection devices={account.data.devices} />
          <SignInsSection events={account.data.events} />
        </Stack>
      ) : (
        <Loading queries={[account]} what="your account" lines={8} />
      )}
    </>
  );
}

/** The account's recent access events, so that attempts of others are noticed. */
export const SignInsSection = ({ events }: { events: readonly ListedAccessEvent[] }) => (
  <AccountSection
    title="Recent sign-ins"
    text="If something here was not you, change your password and tell the office."
  >
    {events.length === 0 ? (
      <Muted size="13on18">Nothing yet.</Muted>
    ) : (
      <RowList>
        {events.map(({ kind, at, network }, index) => (
          <ListRow
            // Events have no ids, and two may have one time; the list is replaced as a whole, never reordered.
            // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
            key={index}
            what={<span className={refusals.has(kind) ? styles.refused : undefined}>{accessKindLabels[kind]}</span>}
            detail={`${momentText(at)}, network ${network}`}
          />
        ))}
      </RowList>
    )}
  </AccountSection>
);

const refusals: ReadonlySet<string> = new Set<ListedAccessEvent['kind']>(['refused', 'locked out', 'code refused']);
